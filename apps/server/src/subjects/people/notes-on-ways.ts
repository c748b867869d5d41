import type { CompanyConfiguration } from '@vestibule/contracts';
import { isSameName } from '@vestibule/policy';
import { isDeepStrictEqual } from 'node:util';
import { findAllApplications } from '../../repositories/admin-applications.ts';
import { findAdministrators } from '../../repositories/administrators.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { canSignIn } from './administrators/last-administrator.ts';

const WAYS = ['temporaryAccess', 'skipping'] as const;

/**
 * What new rules of the ways around the check come to nothing by: an end that is past, names that nothing has, no one who
 * approves; and that they may take leave that is live.
 */
export async function notesOnWays(
  context: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<string[]> {
  const ended = WAYS.flatMap((way) =>
    before[way].until === after[way].until ? [] : notesOnEnd(way, after[way].until, context.now()),
  );
  const isApproverNew = before.temporaryAccess.secondApprover !== after.temporaryAccess.secondApprover;
  return [
    ...ended,
    ...(await notesOnApplications(context, before, after)),
    ...(narrows(before.temporaryAccess, after.temporaryAccess) ? [TAKES_LEAVE] : []),
    ...(isApproverNew && after.temporaryAccess.secondApprover !== 'off' ? await notesOnApprover(context, after) : []),
  ];
}

const TAKES_LEAVE =
  'Temporary access that is live may lead to fewer applications by this, or end sooner. Look whose it is: vestibule access list';

type Way = Pick<CompanyConfiguration['temporaryAccess'], 'until' | 'applications'>;

/** Whether a way ends sooner than before, or leads to fewer applications. */
function narrows(before: Way, after: Way): boolean {
  const endsSooner =
    after.until !== null && (before.until === null || Date.parse(after.until) < Date.parse(before.until));
  const leadsOn = (name: string) => after.applications === null || after.applications.includes(name);
  const leadsToLess =
    after.applications !== null && (before.applications === null || !before.applications.every(leadsOn));
  return endsSooner || leadsToLess;
}

function notesOnEnd(way: string, until: string | null, now: Date): string[] {
  return until === null || Date.parse(until) > now.getTime()
    ? []
    : [`${way}.until (${until.slice(0, 16).replace('T', ' ')} UTC) is over already: it lets no one in.`];
}

/** A way leads to applications that are called so to the letter. */
async function notesOnApplications(
  { database, company }: ServerContext,
  before: CompanyConfiguration,
  after: CompanyConfiguration,
): Promise<string[]> {
  const named = WAYS.flatMap((way) => {
    const { applications } = after[way];
    return applications === null || isDeepStrictEqual(before[way].applications, applications)
      ? []
      : applications.map((name) => ({ way, name }));
  });
  if (named.length === 0) return [];
  const known = (await findAllApplications(database, company.id)).map(({ name }) => name);
  return named.flatMap(({ way, name }) => {
    if (known.includes(name)) return [];
    const near = known.find((own) => isSameName(own, name));
    return near === undefined
      ? [`${way}.applications names ${name}, and there is no application by that name: vestibule application list`]
      : [`${way}.applications names ${name}, and the application is called ${near}: here a name counts to the letter.`];
  });
}

/** No one approves what they gave or are given. */
async function notesOnApprover(
  { database, company }: ServerContext,
  { isLocalSignInEnabled }: CompanyConfiguration,
): Promise<string[]> {
  const administrators = await findAdministrators(database, company.id);
  const [one, another] = administrators.filter((person) => canSignIn(person, { administrators, isLocalSignInEnabled }));
  if (another !== undefined) return [];
  return one === undefined
    ? [
        'No administrator of this company can sign in: leave that waits for a second approver is approved at the server alone, by its own command line.',
      ]
    : [
        `${one.login} is the only administrator of this company who can sign in: only the server’s own command line can approve what they give or get. Make another person one: vestibule person role LOGIN administrator`,
      ];
}
