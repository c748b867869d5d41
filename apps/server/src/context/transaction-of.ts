import type { Database } from '../database/database.ts';
import { isRefusal, type Refusal } from './server-context.ts';

/** Carries a refusal out of a transaction, which rolls back; `transactionOf` makes it a value again. */
class RolledBack extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.name = 'RolledBack';
    this.refusal = refusal;
  }
}

/**
 * Works in a transaction. A refusal undoes what was written in it and is the result; so does a refusal that `orRollBack`
 * meets deeper down. Inside another transaction only the inner one is undone.
 */
export async function transactionOf<Result>(
  database: Database,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (transaction) => orRollBack(await work(transaction)));
  } catch (error) {
    // The refusals of `work` are among its results.
    if (error instanceof RolledBack) return error.refusal as Result;
    throw error;
  }
}

/** What rolled a transaction back that is no `transactionOf`. @throws any other error */
export function refusalIn(error: unknown): Refusal {
  if (error instanceof RolledBack) return error.refusal;
  throw error;
}

/** @throws RolledBack where it is a refusal: to be called inside a `transactionOf` whose result may be that refusal, or in an administrator's call */
export function orRollBack<Result>(result: Result | Refusal): Result {
  if (isRefusal(result)) throw new RolledBack(result);
  return result;
}
