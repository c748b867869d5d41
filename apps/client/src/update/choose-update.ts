import {
  UPDATE_CHANNELS,
  type UpdateChannel,
  type UpdateFile,
  type UpdateKey,
  type UpdateManifest,
} from '@vestibule/contracts';
import { verifyUpdateManifest } from '@vestibule/device-keys';
import { compareVersions } from '@vestibule/policy';
import type { UpdateMemory } from './update-layout.ts';

export type ManifestRefusal =
  /** Not a manifest at all. */
  | 'malformed'
  /** Not signed by a key that this package was made with. */
  | 'altered'
  | 'wrong-channel'
  /** Its time is over. */
  | 'over'
  /** A newer one was seen here before. */
  | 'replayed';

export type Choice =
  | { readonly kind: 'update'; readonly manifest: UpdateManifest; readonly files: readonly UpdateFile[] }
  | { readonly kind: 'current'; readonly manifest: UpdateManifest }
  /** Offered, but it did not start here before. */
  | { readonly kind: 'failed-before'; readonly manifest: UpdateManifest }
  | { readonly kind: 'other-platforms'; readonly manifest: UpdateManifest }
  | { readonly kind: 'refused'; readonly code: ManifestRefusal };

export interface Situation {
  readonly keys: readonly UpdateKey[];
  readonly channel: UpdateChannel;
  /** The version that runs. */
  readonly version: string;
  readonly platform: string;
  readonly memory: UpdateMemory;
  readonly now: Date;
}

/** Decides about a manifest that was downloaded. Never an older version, never the same one, never an old manifest. */
export async function chooseUpdate(document: unknown, situation: Situation): Promise<Choice> {
  const { keys, channel, version, platform, memory, now } = situation;
  const verified = await verifyUpdateManifest(document, keys);
  if (!verified.ok) return { kind: 'refused', code: verified.code };
  const manifest = verified.value;
  if (manifest.channel !== channel) return { kind: 'refused', code: 'wrong-channel' };
  if (Date.parse(manifest.notAfter) < now.getTime()) return { kind: 'refused', code: 'over' };
  const seen = memory.issuedAt[channel];
  if (seen !== undefined && Date.parse(manifest.issuedAt) < Date.parse(seen)) {
    return { kind: 'refused', code: 'replayed' };
  }
  if (compareVersions(manifest.version, version) <= 0) return { kind: 'current', manifest };
  if (memory.failed.includes(manifest.version)) return { kind: 'failed-before', manifest };
  const files = manifest.platforms[platform];
  return files === undefined ? { kind: 'other-platforms', manifest } : { kind: 'update', manifest, files };
}

/** What a channel's clients look at: what is offered to everyone is offered early as well. */
export function channelsOf(channel: UpdateChannel): readonly UpdateChannel[] {
  return channel === 'stable' ? ['stable'] : UPDATE_CHANNELS;
}
