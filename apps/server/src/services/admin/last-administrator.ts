import { companyConfigurationSchema } from '@vestibule/contracts';
import type { Database } from '../../database/database.ts';
import { readSettings } from '../../repositories/admin-companies.ts';
import { type AdministratorWays, findAdministrators } from '../../repositories/administrators.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import { opensByPasskey } from '../identity/local-sign-in.ts';
import { type Refusal, refuse } from '../server-context.ts';
import type { Acting } from './acting.ts';

/** What keeps a company from being left by mistake without anybody who could run it. */
export interface LastAdministrator {
  /** For a dry run, and for whoever accepts it. */
  readonly warnings: readonly string[];
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

/** Somebody is blocked or erased, or has the role no longer. */
export function without(personId: string): AfterChange {
  return (before) => ({ ...before, administrators: before.administrators.filter(({ id }) => id !== personId) });
}

/** Somebody has other ways to sign in. */
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
 * Whether a change takes the last ones who are administrator, not blocked and able to sign in. Where nobody is before,
 * nothing is taken.
 * @param isAccepted whoever asks has said that this may be
 */
export async function guardLastAdministrator(
  { context }: Acting,
  after: AfterChange,
  isAccepted: boolean,
): Promise<LastAdministrator> {
  const say = async (database: Database) => {
    const before = await findAdministration(database, context.company.id);
    const usable = before.administrators.filter((one) => canSignIn(one, before));
    const changed = after(before);
    const isNobodyLeft = !changed.administrators.some((one) => canSignIn(one, changed));
    return usable.length > 0 && isNobodyLeft ? sentence(usable) : null;
  };
  const warning = await say(context.database);
  return {
    warnings: warning === null ? [] : [warning],
    check: async (transaction) => {
      if (isAccepted) return null;
      await lockCompany(transaction, context.company.id);
      const found = await say(transaction);
      return found === null
        ? null
        : refuse(
            'not_possible',
            `Nothing was changed: ${found} Make somebody else one first: vestibule person role LOGIN administrator. To do it all the same: --accept-no-administrator.`,
          );
    },
  };
}

async function findAdministration(database: Database, companyId: string): Promise<Administration> {
  const { isLocalSignInEnabled } = companyConfigurationSchema.parse(await readSettings(database, companyId));
  return { administrators: await findAdministrators(database, companyId), isLocalSignInEnabled };
}

/** Whether somebody has a way in that the settings leave open. */
export function canSignIn(one: AdministratorWays, { isLocalSignInEnabled }: Administration): boolean {
  return one.signsInThere || opensByPasskey(one) || (isLocalSignInEnabled && one.hasPassword);
}

function sentence(usable: readonly AdministratorWays[]): string {
  const logins = usable.map(({ login }) => login).join(', ');
  const are = usable.length === 1 ? 'is the only administrator' : 'are the only administrators';
  return `${logins} ${are} who can sign in: nobody would be left who runs this company from a browser.`;
}
