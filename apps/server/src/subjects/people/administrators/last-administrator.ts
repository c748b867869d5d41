import { companyConfigurationSchema } from '@vestibule/contracts';
import type { Database } from '../../../database/database.ts';
import { readSettings } from '../../../repositories/admin-companies.ts';
import { type AdministratorWays, findAdministrators } from '../../../repositories/administrators.ts';
import { lockCompany } from '../../../repositories/company-lock.ts';
import { opensByPasskey } from '../local-sign-in.ts';
import { type Refusal, refuse, type ServerContext } from '../../../context/server-context.ts';
import type { Acting } from '../../audit/acting.ts';
import { refusedWithout } from '../../audit/wanted-word.ts';

const ACCEPTING = '--accept-no-administrator';

/** What keeps a company from being left by mistake without anybody who could run it. */
export interface LastAdministrator {
  /** For a dry run, and for anyone who accepts it. */
  readonly warnings: readonly string[];
  /** Someone is left, but no one whom the company's own identity provider cannot keep out. Nothing is refused for that. */
  readonly notes: readonly string[];
  /** Asked once more in the transaction, before anything is written: of two who go at once, one stays. */
  readonly check: (transaction: Database) => Promise<Refusal<'not_possible'> | null>;
}

/** Who could run the company, as it stands. */
export interface Administration {
  readonly administrators: readonly AdministratorWays[];
  readonly isLocalSignInEnabled: boolean;
}

/** How it would stand after a change. */
type AfterChange = (before: Administration) => Administration;

/** Someone is blocked or erased, or has the role no longer. */
export function without(personId: string): AfterChange {
  return (before) => ({ ...before, administrators: before.administrators.filter(({ id }) => id !== personId) });
}

/** Someone has other ways to sign in. */
export function withWays(
  isMeant: (one: AdministratorWays) => boolean,
  ways: Partial<Pick<AdministratorWays, 'hasPasskey' | 'upstreamId' | 'signsInThere'>>,
): AfterChange {
  return (before) => ({
    ...before,
    administrators: before.administrators.map((one) => (isMeant(one) ? { ...one, ...ways } : one)),
  });
}

/**
 * Whether a change takes the last ones who are administrator, not blocked and able to sign in. Where no one is before,
 * nothing is taken.
 * @param isAccepted the caller has said that this may be
 */
export async function guardLastAdministrator(
  { context }: Acting,
  after: AfterChange,
  isAccepted: boolean,
): Promise<LastAdministrator> {
  const compare = async (database: Database) => {
    const before = await findAdministration(database, context.company.id);
    return { before, changed: after(before) };
  };
  const { before, changed } = await compare(context.database);
  const warning = whyNobodyIsLeft(before, changed);
  return {
    warnings: warning === null ? [] : [isAccepted ? warning : `${warning} ${refusedWithout(ACCEPTING)}`],
    notes: warning === null ? noteOnNobodyHere(before, changed) : [],
    check: async (transaction) => {
      if (isAccepted) return null;
      await lockCompany(transaction, context.company.id);
      const now = await compare(transaction);
      const found = whyNobodyIsLeft(now.before, now.changed);
      return found === null
        ? null
        : refuse(
            'not_possible',
            `Nothing was changed: ${found} Make another person one first: vestibule person role LOGIN administrator. To do it all the same: ${ACCEPTING}.`,
          );
    },
  };
}

async function findAdministration(database: Database, companyId: string): Promise<Administration> {
  const { isLocalSignInEnabled } = companyConfigurationSchema.parse(await readSettings(database, companyId));
  return { administrators: await findAdministrators(database, companyId), isLocalSignInEnabled };
}

/** Whether someone has a way in that the settings leave open. */
export function canSignIn(one: AdministratorWays, { isLocalSignInEnabled }: Administration): boolean {
  return one.signsInThere || signsInHere(one, isLocalSignInEnabled);
}

/** Whether someone comes in while the company's own identity provider lets no one through. */
function signsInHere(one: AdministratorWays, isLocalSignInEnabled: boolean): boolean {
  return opensByPasskey(one) || (isLocalSignInEnabled && !one.signsInThere && one.hasPassword);
}

function noteOnNobodyHere(before: Administration, changed: Administration): string[] {
  const findHere = ({ administrators, isLocalSignInEnabled }: Administration) =>
    administrators.filter((one) => signsInHere(one, isLocalSignInEnabled)).map(({ login }) => login);
  const here = findHere(before);
  if (here.length === 0 || findHere(changed).length > 0) return [];
  const are = here.length === 1 ? 'is the only administrator' : 'are the only administrators';
  return [
    `${here.join(', ')} ${are} who can sign in here: afterwards no one could run this company from a browser while the identity provider is down. ${keepOne(changed)}`,
  ];
}

/** How many administrators the settings leave a way in. */
export async function countUsableAdministrators({ database, company }: ServerContext): Promise<number> {
  const found = await findAdministration(database, company.id);
  return found.administrators.filter((one) => canSignIn(one, found)).length;
}

/** What someone should see to while no administrator signs in, or every one of them elsewhere. */
export async function warnOfAdministrators({ database, company }: ServerContext): Promise<string[]> {
  const found = await findAdministration(database, company.id);
  const usable = found.administrators.filter((one) => canSignIn(one, found));
  if (found.administrators.length === 0) return ['There is no administrator: vestibule person role --help'];
  if (usable.length === 0) {
    return [
      `No administrator can sign in: no one can run this company from a browser. Open the invitation that waits, or make one: ${invitationIn(found)}`,
    ];
  }
  if (usable.some((one) => signsInHere(one, found.isLocalSignInEnabled))) return [];
  return [
    `No administrator can sign in here: while the identity provider is down, no one could run this company from a browser. ${keepOne(found)}`,
  ];
}

function keepOne(administration: Administration): string {
  return `Keep or invite one administrator who is linked to none: ${invitationIn(administration)}`;
}

function invitationIn({ isLocalSignInEnabled }: Administration): string {
  const opening = isLocalSignInEnabled ? '' : 'vestibule company settings set isLocalSignInEnabled=true, then ';
  return `${opening}vestibule person invite LOGIN`;
}

function whyNobodyIsLeft(before: Administration, changed: Administration): string | null {
  const usable = before.administrators.filter((one) => canSignIn(one, before));
  if (usable.length === 0 || changed.administrators.some((one) => canSignIn(one, changed))) return null;
  const logins = usable.map(({ login }) => login).join(', ');
  const are = usable.length === 1 ? 'is the only administrator' : 'are the only administrators';
  return `${logins} ${are} who can sign in: no one would be left to run this company from a browser.`;
}
