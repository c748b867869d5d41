import { hashToken } from '../../../operations/crypto/tokens.ts';
import type { Database } from '../../../database/open.ts';
import type { Application } from '../../../repositories/companies.ts';
import type { Device } from '../../../repositories/devices.ts';
import { findJudgedAgain, type IssuedAssertion } from '../../../repositories/issued-assertions.ts';
import type { Person } from '../../../repositories/people.ts';

/** What a person was let through by, as it was then. */
interface Judged {
  /** Of the company: its settings, policy and keys. */
  readonly generation: number;
  readonly application: Application;
  readonly person: Pick<Person, 'groups' | 'type' | 'disabledAt'>;
  /** Null: no computer was asked, or it is gone. */
  readonly device: Pick<Device, 'state' | 'personId'> | null;
}

/**
 * Says what someone was judged by, as a digest: two are the same where nothing has changed that the gate asks for. That is
 * asked instead of the questions themselves, so that no question can be forgotten.
 */
export function judgedBy({ generation, application, person, device }: Judged): string {
  const { groups, type, disabledAt } = person;
  const computer = device === null ? null : [device.state, device.personId];
  return hashToken(JSON.stringify([generation, application, groups, type, disabledAt, computer]));
}

/** What waits to be handed out, and whether nothing has changed since the person was let through: then it may be. Null: none does. */
export async function findJudged(
  database: Database,
  { companyId, assertionId }: Pick<IssuedAssertion, 'companyId' | 'assertionId'>,
): Promise<{ readonly issued: IssuedAssertion; readonly application: Application; readonly isSame: boolean } | null> {
  const found = await findJudgedAgain(database, { companyId, assertionId });
  if (found === null) return null;
  const { issued, application, isStanding } = found;
  return { issued, application, isSame: isStanding && issued.judgedBy === judgedBy(found) };
}
