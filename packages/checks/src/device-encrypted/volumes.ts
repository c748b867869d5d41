import { say } from '@vestibule/contracts';
import type { Outcome } from '../system-port.ts';
import { type EncryptionFact, NAME_MAXIMUM, PLACES_MAXIMUM, VOLUMES_MAXIMUM } from './definition.ts';

type KnownVolume = NonNullable<EncryptionFact['volumes']>[number];

/** One volume as a reader found it. */
export interface Volume {
  readonly volume: string;
  readonly state: KnownVolume['state'] | 'not-known';
  readonly places: readonly string[];
  readonly method: string;
  readonly percent?: number;
}

/** The worse a state is the earlier it stands. */
const WORST_FIRST: readonly Volume['state'][] = [
  'not-encrypted',
  'decrypting',
  'not-activated',
  'suspended',
  'encrypting',
  'not-known',
  'encrypted',
];

/**
 * What all volumes together make: as good as the worst of them. One that surely is readable counts before one that is not
 * known, and nothing is known while one is not.
 * @param volumes the system's own first
 */
export function factOfVolumes(volumes: readonly Volume[]): Outcome<EncryptionFact> {
  const sorted = volumes.toSorted((left, right) => WORST_FIRST.indexOf(left.state) - WORST_FIRST.indexOf(right.state));
  const [worst] = sorted;
  if (worst === undefined) return { ok: false, reason: 'unexpected-output', detail: say('No drive was found.') };
  if (worst.state === 'not-known') {
    const detail = say('What {place} lies on is not known.', { place: [worst.volume, ...worst.places].join(', ') });
    return { ok: false, reason: 'not-supported', detail };
  }
  const known = sorted.flatMap(({ volume, state, places }): readonly KnownVolume[] =>
    state === 'not-known' ? [] : [{ volume: cut(volume), state, places: places.slice(0, PLACES_MAXIMUM).map(cut) }],
  );
  return {
    ok: true,
    value: {
      state: worst.state,
      volume: cut(worst.volume),
      ...(worst.state === 'encrypted' ? { method: worst.method.slice(0, 100) } : {}),
      ...(worst.percent === undefined ? {} : { percent: worst.percent }),
      volumes: known.slice(0, VOLUMES_MAXIMUM),
    },
  };
}

function cut(text: string): string {
  return text.slice(0, NAME_MAXIMUM);
}
