import * as z from 'zod';
import type { DeviceEvidence } from '../saml/index.ts';

/** Classes that possession of a key meets, as Entra ID calls them. */
const MET_BY_POSSESSION: readonly string[] = [
  'possessionorinherence',
  'possession',
  'knowledgeorpossession',
  'knowledgeorpossessionorinherence',
];

/** What each proof may be called, the most exact first. `pop`: proof of possession, without saying of what. */
const METHODS: { readonly [evidence in DeviceEvidence]?: readonly string[] } = {
  'hardware-key': ['hwk', 'pop'],
  'software-key': ['swk', 'pop'],
  upstream: [],
};

/** Whether the computer's own key said how it stands: nothing else is a second step. */
export function isByOwnKey(evidence: DeviceEvidence): boolean {
  return (METHODS[evidence] ?? []).length > 0;
}

const wantedSchema = z.union([
  z.object({ values: z.array(z.string().max(64)).max(50) }).transform(({ values }) => values),
  z.object({ value: z.string().max(64) }).transform(({ value }) => [value]),
]);
const claimsSchema = z.object({
  id_token: z.object({ acr: wantedSchema.optional().catch(undefined), amr: wantedSchema.optional().catch(undefined) }),
});

export interface WantedMethods {
  readonly acr: string;
  readonly amr: readonly string[];
}

/**
 * What the request asks of the proof. @param claims the parameter as it came: JSON; none asks for Entra ID's usual class
 * @returns null when nothing that a device check proves is asked for
 */
export function readWantedMethods(claims: string | undefined): WantedMethods | null {
  const wanted = claims === undefined ? undefined : claimsSchema.safeParse(parseJson(claims)).data?.id_token;
  if (claims !== undefined && wanted === undefined) return null;
  const acr = wanted?.acr ?? MET_BY_POSSESSION;
  const found = acr.find((value) => MET_BY_POSSESSION.includes(value));
  const amr = wanted?.amr ?? ['hwk', 'swk'];
  const isPossible = Object.values(METHODS)
    .flat()
    .some((method) => amr.includes(method));
  return found === undefined || !isPossible ? null : { acr: found, amr };
}

/** The one method that an answer names: of those asked for, the one that says no more than was proven. */
export function methodOf(evidence: DeviceEvidence, wanted: readonly string[]): string | null {
  return METHODS[evidence]?.find((method) => wanted.includes(method)) ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
