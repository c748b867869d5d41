import * as z from 'zod/mini';

const schema = z.object({ claims: z.object({ groups: z.nullable(z.string()) }) });

/** By which claim an identity provider says the groups of people. @returns null: it says none */
export function groupsClaimOf(settings: Readonly<Record<string, unknown>>): string | null {
  return schema.safeParse(settings).data?.claims.groups ?? null;
}
