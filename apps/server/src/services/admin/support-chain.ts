import type { SUPPORT_LINKS } from '@vestibule/contracts';
import type { FactorStanding } from '../second-factor-device.ts';

type Link = (typeof SUPPORT_LINKS)[number];

interface ChainLink {
  readonly link: Link;
  readonly state: 'good' | 'broken' | 'not-reached' | 'not-needed';
  readonly says: string;
}

/** What is known of a caller: everything that one link needs of the one before. */
export interface CallerFacts {
  readonly isPersonBlocked: boolean;
  readonly isSessionOpen: boolean;
  readonly awaits: 'second-factor' | 'device' | null;
  /** Null: they came without an application. */
  readonly application: { readonly name: string; readonly isOver: boolean; readonly isDone: boolean } | null;
  readonly device: {
    /** As the command line takes it. */
    readonly id: string;
    readonly name: string;
    readonly state: 'waiting' | 'approved' | 'blocked' | 'retired';
  } | null;
  /** How the computer stands as a second factor; null: it is not asked to be one. */
  readonly factor: FactorStanding | null;
  readonly report: { readonly minutesOld: number; readonly isExpired: boolean } | null;
  /** Checks that keep them from work, by the policy as it stands. */
  readonly blocking: readonly string[];
  readonly isObserved: boolean;
  readonly hasGrant: boolean;
}

interface Found {
  readonly isGood: boolean;
  readonly says: string;
}

/**
 * From the person to the application, link by link: behind the first that is broken nothing has been reached. Where leave
 * or an observing gate makes the computer superfluous, it is said to be not needed. Pure.
 */
export function chainOf(facts: CallerFacts): readonly ChainLink[] {
  // Neither is a way round a factor, nor for a computer that was blocked.
  const needsNoComputer =
    facts.factor === null && facts.device?.state !== 'blocked' && (facts.hasGrant || facts.isObserved);
  const computer: readonly Link[] = ['computer', 'report', 'verdict'];
  let isBroken = false;
  return (Object.keys(LINKS) as Link[]).map((link): ChainLink => {
    if (needsNoComputer && computer.includes(link)) {
      return { link, state: 'not-needed', says: facts.hasGrant ? 'They have leave.' : 'The gate only observes.' };
    }
    if (link === 'approval' && facts.factor === null)
      return { link, state: 'not-needed', says: 'It is no second factor.' };
    if (isBroken) return { link, state: 'not-reached', says: '' };
    const { isGood, says } = LINKS[link](facts);
    isBroken = !isGood;
    return { link, state: isGood ? 'good' : 'broken', says };
  });
}

const LINKS: { readonly [link in Link]: (facts: CallerFacts) => Found } = {
  account: ({ isPersonBlocked }) =>
    isPersonBlocked
      ? broken('The account is blocked. The audit log says why: vestibule audit --action person-block')
      : good('The account is open.'),
  'sign-in': ({ isSessionOpen, awaits }) => {
    if (!isSessionOpen) return broken('The sign-in is over. They open the application again and sign in.');
    if (awaits === 'second-factor') return broken('A second factor is asked for and was not given yet.');
    return good(awaits === 'device' ? 'Signed in; the computer is the second factor.' : 'Signed in.');
  },
  application: ({ application }) => {
    if (application === null) return good('They came without an application.');
    const { name, isOver, isDone } = application;
    return isOver && !isDone
      ? broken(`What ${name} asked for is too old. They open ${name} again.`)
      : good(`On the way to ${name}.`);
  },
  computer: ({ device }) => {
    if (device === null) {
      return broken(
        'No computer has spoken in this sign-in: Workplace or the browser extension is missing or does not run. On the computer: workplace doctor',
      );
    }
    switch (device.state) {
      case 'blocked':
        return broken(`${device.name} is blocked. To let it in again: vestibule device --help`);
      case 'retired':
        return broken(`${device.name} is retired. To take it back: vestibule device --help`);
      case 'waiting':
        return good(
          `${device.name} speaks; it waits for approval, which matters where the policy asks for a known computer.`,
        );
      case 'approved':
        return good(`${device.name} speaks.`);
      default:
        return device.state satisfies never;
    }
  },
  report: ({ report }) => {
    if (report === null) return broken('The computer has sent no report. On the computer: workplace doctor');
    return report.isExpired
      ? broken(
          `Its last report is ${ageText(report.minutesOld)} old, which is too old. They leave the page open: it asks again.`,
        )
      : good(`Its last report is ${ageText(report.minutesOld)} old.`);
  },
  verdict: ({ blocking }) =>
    blocking.length === 0
      ? good('It meets the policy.')
      : broken(`These checks fail and are required: ${blocking.join(', ')}. Each is below with what was found.`),
  approval: ({ device, factor }) => {
    if (factor === 'factor') return good('It is a second factor for them.');
    if (factor === 'none' || device === null) {
      return broken('It is the second factor here, and belongs to somebody else. They use their own computer.');
    }
    return broken(
      `It is the second factor here, and an administrator has to approve it. Ask whether it is theirs, then: vestibule device approve ${device.id}`,
    );
  },
  response: ({ application }) => {
    if (application === null) return good('Nothing waits for a response.');
    return application.isDone
      ? good(`${application.name} was given its response.`)
      : broken(
          `Everything is there; the response is asked for by the page. They reload it, or open ${application.name} again.`,
        );
  },
};

function good(says: string): Found {
  return { isGood: true, says };
}

function broken(says: string): Found {
  return { isGood: false, says };
}

function ageText(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return minutes < 2880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1440)} days`;
}
