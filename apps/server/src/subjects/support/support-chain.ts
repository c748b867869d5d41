import type { SUPPORT_LINKS } from '@vestibule/contracts';
import type { FactorStanding } from '../policy/second-factor-device.ts';

type Link = (typeof SUPPORT_LINKS)[number];

interface ChainLink {
  readonly link: Link;
  readonly state: 'good' | 'broken' | 'not-reached' | 'not-needed';
  readonly says: string;
}

/** What the application was given, and what opened it. */
export interface Given {
  readonly at: string;
  readonly by: 'computer' | keyof typeof AROUND;
}

/** Every way that leads past the computer, as it is told once it has led to the application. */
const AROUND = {
  temporary: { computer: 'They had temporary access.', response: ', by temporary access' },
  skipped: { computer: 'They went on without Workplace.', response: ', without Workplace' },
  upstream: {
    computer: 'The identity provider vouched for this device.',
    response: ', on the word of the identity provider',
  },
  gate: { computer: 'The gate only observed.', response: ', while the gate only observed' },
  scope: {
    computer: 'The policy was not enforced for them.',
    response: ', without the policy being enforced for them',
  },
} as const;

/** What is known of a caller: everything that one link needs of the one before. */
export interface CallerFacts {
  readonly isPersonBlocked: boolean;
  readonly isSessionOpen: boolean;
  readonly awaits: 'second-factor' | 'device' | null;
  /** Why this sign-in is not what the application asks for, in sentences; null: it is. */
  readonly wrongKind: string | null;
  /** Null: they came without an application. */
  readonly application: {
    readonly name: string;
    readonly isOver: boolean;
    /** Null: nothing yet. */
    readonly given: Given | null;
  } | null;
  readonly device: {
    /** As the command line takes it. */
    readonly id: string;
    readonly name: string;
    readonly state: 'waiting' | 'approved' | 'blocked' | 'retired';
  } | null;
  /** Why nothing reads what they sit before, in sentences; null: a computer that can be read, or one that has spoken. */
  readonly unsupported: string | null;
  /** How the computer stands as a second factor; null: it is not asked to be one. */
  readonly factor: FactorStanding | null;
  /** The company, or a blocked computer of the same person, wants this one registered first, and it is not. */
  readonly isUnregistered: boolean;
  readonly report: { readonly minutesOld: number; readonly isExpired: boolean } | null;
  /** Of the newest report, where it was not taken: such as ‘refused (report_refused): …’. */
  readonly refusedReport: string | null;
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
 * From the person to the application, link by link: behind the first that is broken nothing has been reached, but for a
 * response that was given before. Where leave or an observing gate makes, or made, the computer superfluous, it is said to be
 * not needed. Pure.
 */
export function chainOf(facts: CallerFacts): readonly ChainLink[] {
  const why = whyNoComputer(facts);
  let isBroken = false;
  return (Object.keys(LINKS) as Link[]).map((link): ChainLink => {
    if (why !== null && COMPUTER.includes(link)) {
      return { link, state: 'not-needed', says: link === 'report' ? withRefusal(why, facts) : why };
    }
    const isApprovalAsked = facts.factor !== null || (facts.isUnregistered && why === null);
    if (link === 'approval' && (!isApprovalAsked || isGivenWithout(facts)))
      return { link, state: 'not-needed', says: 'It is no second factor.' };
    const isGiven = link === 'response' && (facts.application?.given ?? null) !== null;
    if (isBroken && !isGiven) {
      return { link, state: 'not-reached', says: link === 'report' ? withRefusal('', facts) : '' };
    }
    const { isGood, says } = LINKS[link](facts);
    isBroken ||= !isGood;
    return { link, state: isGood ? 'good' : 'broken', says };
  });
}

const COMPUTER: readonly Link[] = ['computer', 'report', 'verdict'];

/** Why the computer does not matter; null: it does. Of one that was blocked nothing makes up for it. */
function whyNoComputer(facts: CallerFacts): string | null {
  const by = facts.application?.given?.by ?? 'computer';
  if (facts.device?.state === 'blocked') return null;
  if (by !== 'computer') return AROUND[by].computer;
  // Neither is a way round a factor.
  if (facts.factor !== null) return null;
  if (facts.hasGrant) return 'They have leave.';
  return facts.isObserved ? 'The gate only observes.' : null;
}

/** What has led to the application was no computer: it stood for no factor. */
function isGivenWithout({ application }: CallerFacts): boolean {
  return (application?.given?.by ?? 'computer') !== 'computer';
}

function withRefusal(says: string, { refusedReport }: CallerFacts): string {
  return refusedReport === null ? says : `${says} The last report was ${refusedReport}`.trim();
}

const LINKS: { readonly [link in Link]: (facts: CallerFacts) => Found } = {
  account: ({ isPersonBlocked }) =>
    isPersonBlocked
      ? broken('The account is blocked. The audit log says why: vestibule audit --action person-block')
      : good('The account is open.'),
  'sign-in': ({ isSessionOpen, awaits, wrongKind }) => {
    if (!isSessionOpen) return broken('The sign-in is over. They open the application again and sign in.');
    if (awaits === 'second-factor') return broken('A second factor is asked for and was not given yet.');
    if (wrongKind !== null) return broken(wrongKind);
    return good(awaits === 'device' ? 'Signed in; the computer is the second factor.' : 'Signed in.');
  },
  application: ({ application }) => {
    if (application === null) return good('They came without an application.');
    const { name, isOver, given } = application;
    return isOver && given === null
      ? broken(`What ${name} asked for is too old. They open ${name} again.`)
      : good(`On the way to ${name}.`);
  },
  computer: ({ device, unsupported }) => {
    if (device === null) {
      return broken(
        unsupported ??
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
  report: (facts) => {
    const { report, refusedReport, application } = facts;
    const told = refusedReport === null ? null : `${withRefusal('', facts)} On the computer: workplace doctor`;
    if (report === null) return broken(told ?? 'The computer has sent no report. On the computer: workplace doctor');
    const age = ageText(report.minutesOld);
    // Once the application has its response no one asks for another report.
    if (!report.isExpired || (application?.given ?? null) !== null) {
      return good(
        refusedReport === null
          ? `Its last report is ${age} old.`
          : withRefusal(`Its last report that was taken is ${age} old.`, facts),
      );
    }
    return broken(told ?? `Its last report is ${age} old, which is too old. They leave the page open: it asks again.`);
  },
  verdict: ({ blocking }) =>
    blocking.length === 0
      ? good('It meets the policy.')
      : broken(`These checks fail and are required: ${blocking.join(', ')}. Each is below with what was found.`),
  approval: ({ device, factor, isUnregistered }) => {
    if (isUnregistered && device !== null) {
      return broken(
        `${device.name} is not registered, so it opens nothing. Ask whether it is theirs, then: vestibule device approve ${device.id}`,
      );
    }
    if (factor === 'factor') return good('It is a second factor for them.');
    if (factor === 'none' || factor === 'another-persons' || device === null) {
      const mend = device === null ? '' : ` If this one is theirs: vestibule device approve ${device.id} --for LOGIN`;
      return broken(
        `It is the second factor here, and belongs to another person. They have to use their own computer.${mend}`,
      );
    }
    return broken(
      `It is the second factor here, and an administrator has to approve it. Ask whether it is theirs, then: vestibule device approve ${device.id}`,
    );
  },
  response: ({ application }) => {
    if (application === null) return good('Nothing waits for a response.');
    const { name, given } = application;
    if (given === null) {
      return broken(
        `Everything is there; the response is asked for by the page. They reload it, or open ${name} again.`,
      );
    }
    const at = given.at.slice(0, 16).replace('T', ' ');
    return good(
      `${name} was given its response at ${at} UTC${given.by === 'computer' ? '' : AROUND[given.by].response}.`,
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
