import { findUsableAdministrators } from '../../repositories/administrators.ts';
import { lockCompany } from '../../repositories/company-lock.ts';
import type { Database } from '../../database/database.ts';
import type { Person } from '../../repositories/people.ts';
import { type Refusal, refuse } from '../server-context.ts';
import type { Acting } from './acting.ts';

/** What keeps an administrator from going by mistake, when nobody else could run the company afterwards. */
export interface LastAdministrator {
  /** For a dry run, and for whoever accepts it. */
  readonly warnings: readonly string[];
  /** Asked once more where it is written: of two who go at once, one stays. */
  readonly check: (transaction: Database) => Promise<Refusal<'not_possible'> | null>;
}

/**
 * Whether a person is the only one left who is administrator, not blocked and able to sign in.
 * @param isAccepted whoever asks has said that this may be
 */
export async function guardLastAdministrator(
  { context }: Acting,
  { id, login }: Person,
  isAccepted: boolean,
): Promise<LastAdministrator> {
  const isLast = async (database: Database) => {
    const usable = await findUsableAdministrators(database, context.company.id);
    return usable.length === 1 && usable[0]?.id === id;
  };
  const sentence = `${login} is the only administrator who can sign in: nobody would be left who runs this company from a browser.`;
  return {
    warnings: (await isLast(context.database)) ? [sentence] : [],
    check: async (transaction) => {
      if (isAccepted) return null;
      await lockCompany(transaction, context.company.id);
      return (await isLast(transaction))
        ? refuse(
            'not_possible',
            `Nothing was changed: ${sentence} Make somebody else one first: vestibule person role LOGIN administrator. To do it all the same: --accept-no-administrator.`,
          )
        : null;
    },
  };
}
