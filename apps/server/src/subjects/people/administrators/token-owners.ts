import type { Change } from '@vestibule/contracts';
import { type AdminToken, findTokensMadeBy, type OwnedToken } from '../../../repositories/admin-tokens.ts';
import type { Person } from '../../../repositories/people.ts';
import type { ServerContext } from '../../../context/server-context.ts';

/** Who made a token, as a list says it. */
export function describeOwner({ token, owner }: OwnedToken) {
  return {
    kind: token.madeBy,
    personId: owner?.personId ?? null,
    login: owner?.login ?? null,
  };
}

/** The tokens that a person made, of all companies, and are good still. */
export async function tokensOf({ database, now }: ServerContext, { companyId, id }: Pick<Person, 'companyId' | 'id'>) {
  return findTokensMadeBy(database, { companyId, personId: id }, now());
}

/** What of a change an administrator is told about tokens that end by it. */
export function endingTokens(tokens: readonly AdminToken[]): Change[] {
  return tokens.length === 0 ? [] : [{ field: 'tokens', from: namesOf(tokens), to: [] }];
}

export function namesOf(tokens: readonly AdminToken[]): string[] {
  return tokens.map(({ name }) => name);
}

export function notesOnTokens(tokens: readonly AdminToken[]): string[] {
  const names = namesOf(tokens).join(', ');
  switch (tokens.length) {
    case 0:
      return [];
    case 1:
      return [`They made one token that is good still (${names}), and it ends at once.`];
    default:
      return [`They made ${tokens.length} tokens that are good still (${names}), and these end at once.`];
  }
}
