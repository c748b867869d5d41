import type { EncryptionWay, OperatingSystem } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckDefinition, Judgement } from '../definition.ts';

export const PLACES_MAXIMUM = 4;
export const VOLUMES_MAXIMUM = 32;
export const NAME_MAXIMUM = 200;
/** What the volume of the system is used for, where it is no folder. */
export const SYSTEM_PLACE = 'Windows';
const nameSchema = z.string().check(z.maxLength(NAME_MAXIMUM));

export const encryptionFactSchema = z.object({
  /**
   * Of the volume that holds the system. `not-activated`: encrypted, but the key lies next to it until someone takes it
   * away. `not-applicable` in containers, where the disk belongs to the host.
   */
  state: z.enum([
    'encrypted',
    'encrypting',
    'decrypting',
    'suspended',
    'not-activated',
    'not-encrypted',
    'not-applicable',
  ]),
  /** The volume: '/dev/mapper/vg-root', 'C:'. */
  volume: z.string().check(z.maxLength(200)),
  method: z.optional(z.string().check(z.maxLength(100))),
  /** While encrypting, 0 to 100. */
  percent: z.optional(z.number().check(z.minimum(0), z.maximum(100))),
  /**
   * Every volume of a drive that is built in, where the client looked at more than the system's; then `state` and `volume`
   * are those of the worst one. Absent in facts of earlier clients, which looked at the system's alone.
   */
  volumes: z.optional(
    z
      .array(
        z.object({
          volume: nameSchema,
          state: z.enum(['encrypted', 'encrypting', 'decrypting', 'suspended', 'not-activated', 'not-encrypted']),
          /** What it is used for: '/home', 'swap'; nothing for one that is not in use. */
          places: z.array(nameSchema).check(z.maxLength(PLACES_MAXIMUM)),
        }),
      )
      .check(z.maxLength(VOLUMES_MAXIMUM)),
  ),
});
export type EncryptionFact = z.infer<typeof encryptionFactSchema>;
const parametersSchema = z.object({});

export const deviceEncrypted: CheckDefinition<EncryptionFact, z.infer<typeof parametersSchema>> = {
  type: 'DeviceEncrypted',
  facts: 'encryption',
  factSchema: encryptionFactSchema,
  parameters: parametersSchema,
  judge(fact, _, { operatingSystem }) {
    const { state, method, percent } = fact;
    const items = itemsOf(fact);
    const wanted = { key: 'wanted' };
    switch (state) {
      case 'encrypted':
        return {
          state: 'passed',
          message: { key: 'on' },
          description: { key: 'onWhy' },
          found: method === undefined ? wanted : { key: 'foundOn', values: { method } },
          wanted,
          items,
        };
      case 'not-applicable':
        return {
          state: 'not-applicable',
          message: { key: 'notApplicable' },
          description: { key: 'notApplicableWhy' },
          found: { key: 'foundNotApplicable' },
          wanted,
          items,
        };
      case 'encrypting':
        return {
          state: 'failed',
          message: { key: 'encrypting' },
          description: { key: 'encryptingWhy' },
          found: percent === undefined ? { key: 'foundEncrypting' } : { key: 'foundPercent', values: { percent } },
          wanted,
          items,
          underway: percent === undefined ? {} : { percent },
        };
      case 'suspended':
        return {
          state: 'failed',
          message: { key: 'suspended' },
          description: { key: 'why' },
          found: { key: 'foundSuspended' },
          wanted,
          items,
          ...fixOf(fact, operatingSystem),
        };
      case 'decrypting':
        return {
          state: 'failed',
          message: { key: 'decrypting' },
          description: { key: 'why' },
          found: { key: 'foundDecrypting' },
          wanted,
          items,
        };
      case 'not-activated':
        return {
          state: 'failed',
          message: { key: 'notActivated' },
          description: { key: 'notActivatedWhy' },
          found: { key: 'foundNotActivated' },
          wanted,
          items,
          ...fixOf(fact, operatingSystem),
        };
      case 'not-encrypted':
        return {
          state: 'failed',
          message: { key: isPartly(fact) ? 'partlyOff' : 'off' },
          description: { key: 'why' },
          found: { key: 'foundOff' },
          wanted,
          items,
          ...fixOf(fact, operatingSystem),
        };
    }
  },
  texts: {
    drive: 'Drive',
    notEncryptedDrive: 'Not encrypted',
    place: '{volume} ({places})',
    wanted: 'Encrypted',
    foundOn: 'Encrypted ({method})',
    foundNotApplicable: 'The drive belongs to another computer',
    foundEncrypting: 'Encryption is running',
    foundPercent: '{percent}% encrypted',
    foundSuspended: 'Encrypted, but the protection is suspended',
    foundDecrypting: 'Being decrypted',
    foundNotActivated: 'Encrypted, but not protected yet',
    foundOff: 'Not encrypted',
    scanText: 'Hard drive is encrypted',
    unknownText: 'Hard drive encryption',
    on: 'Hard drive is encrypted',
    onWhy: 'If this computer is lost, no one can read the work on it.',
    off: 'The hard drive is not encrypted',
    partlyOff: 'A part of the hard drives is not encrypted',
    suspended: 'The protection of the hard drive is suspended',
    why: 'If this computer is lost, the finder can read the work on it.',
    decrypting: 'The hard drive is being decrypted',
    notActivated: 'Hard drive encryption needs you',
    notActivatedWhy:
      'Turn it on in the settings of this computer and keep the recovery key: until then anybody can read the drive.',
    encrypting: 'Encrypting the hard drive',
    encryptingWhy: 'You can keep working. Leave the computer switched on and plugged in.',
    notApplicable: 'Hard drive encryption does not apply here',
    notApplicableWhy: 'This system runs inside another computer, which looks after the drive.',
  },
  helpArticle: 'device-encrypted',
  fixableOn: ['windows', 'macos'],
};

/** What a person has to look at: of several volumes those that are not encrypted. */
function itemsOf({ state, volume, volumes = [] }: EncryptionFact): NonNullable<Judgement['items']> {
  const bad = volumes.filter((one) => one.state !== 'encrypted');
  if (state !== 'not-encrypted' || bad.length === 0) return [{ label: { key: 'drive' }, value: volume }];
  return bad.map(({ volume: name, places }) => ({
    label: { key: 'notEncryptedDrive' },
    value: places.length === 0 ? name : { key: 'place', values: { volume: name, places } },
  }));
}

/** Resuming takes no value: names alone reach an administrator on Windows. The other ways are named. */
function fixOf(fact: EncryptionFact, system: OperatingSystem): Pick<Judgement, 'fix'> {
  const way = wayOf(fact, system);
  if (way === null) return {};
  return { fix: way === 'resume' ? {} : { way } };
}

/** How the drive gets encrypted with what this computer has; null where no page of the settings does it. */
function wayOf(fact: EncryptionFact, system: OperatingSystem): EncryptionWay | null {
  // FileVault is for the startup disk; the others are encrypted where they are set up.
  if (system === 'macos') return fact.state === 'not-encrypted' && !isPartly(fact) ? 'turn-on' : null;
  if (system === 'linux') return null;
  switch (fact.state) {
    case 'suspended':
      // The drive is encrypted and its recovery key is where it was: this alone needs no new one.
      return isOfSystem(fact) ? 'resume' : null;
    case 'not-activated':
      return 'activate';
    case 'not-encrypted':
      return 'turn-on';
    default:
      return null;
  }
}

/** The fix is for the drive that Windows runs from. */
function isOfSystem({ volume, volumes }: EncryptionFact): boolean {
  return volumes === undefined || volumes.some((one) => one.volume === volume && one.places.includes(SYSTEM_PLACE));
}

function isPartly({ volumes = [] }: EncryptionFact): boolean {
  return volumes.some(({ state }) => state === 'encrypted');
}
