import { SOFTWARE_SYSTEMS, type SoftwareCheck, type SoftwareManifest, type UpdateKey } from '@vestibule/contracts';
import { verifySoftware } from '@vestibule/device-keys';
import * as z from 'zod/mini';

/** By package, what was believed here and handed to the system's installer: nothing older comes after it. */
export const softwareMemorySchema = z.object({
  version: z.literal(1),
  packages: z.record(z.string(), z.object({ issuedAt: z.iso.datetime(), version: z.string() })),
});
export type SoftwareMemory = z.infer<typeof softwareMemorySchema>;

export const NOTHING_SEEN: SoftwareMemory = { version: 1, packages: {} };

export type SoftwareRefusal =
  /** No manifest at all. */
  | 'malformed'
  /** Not signed by a key that this package of Workplace was made with. */
  | 'altered'
  /** Signed, and something else than was asked for. */
  | 'not-asked'
  /** For another system or processor. */
  | 'other-system'
  /** Its time is over. */
  | 'over'
  /** A newer one was used here before. */
  | 'replayed';

export type SoftwareChoice =
  | { readonly kind: 'install'; readonly manifest: SoftwareManifest }
  | { readonly kind: 'refused'; readonly code: SoftwareRefusal };

export interface SoftwareSituation {
  readonly keys: readonly UpdateKey[];
  /** What kind of computer this is: `linux-x64`. */
  readonly platform: string;
  readonly now: Date;
  /** What the check's fix named; null for root, who is asked by anyone and believes the signature alone. */
  readonly asked: { readonly id: string; readonly checkType: SoftwareCheck } | null;
  readonly memory: SoftwareMemory;
}

/** Decides about a document that came from anywhere. Nothing but a pinned key, this computer and the moment count. */
export async function chooseSoftware(document: unknown, situation: SoftwareSituation): Promise<SoftwareChoice> {
  const { keys, platform, now, asked, memory } = situation;
  const verified = await verifySoftware(document, keys);
  if (!verified.ok) return refused(verified.code);
  const manifest = verified.value;
  const { id, checkType, kind, architecture, packageName, notAfter, issuedAt } = manifest;
  if (asked !== null && (asked.id !== id || asked.checkType !== checkType)) return refused('not-asked');
  const [system, processor] = platform.split('-');
  if (SOFTWARE_SYSTEMS[kind] !== system || (architecture !== 'any' && architecture !== processor)) {
    return refused('other-system');
  }
  if (Date.parse(notAfter) <= now.getTime()) return refused('over');
  const seen = Object.hasOwn(memory.packages, packageName) ? memory.packages[packageName] : undefined;
  if (seen !== undefined && Date.parse(issuedAt) < Date.parse(seen.issuedAt)) return refused('replayed');
  return { kind: 'install', manifest };
}

/** What is remembered once a manifest was believed. */
export function withSeen(memory: SoftwareMemory, { packageName, issuedAt, version }: SoftwareManifest): SoftwareMemory {
  return { ...memory, packages: { ...memory.packages, [packageName]: { issuedAt, version } } };
}

function refused(code: SoftwareRefusal): SoftwareChoice {
  return { kind: 'refused', code };
}
