import { anyText } from '@vestibule/testing';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CHECK_TYPES, type CheckType } from '@vestibule/contracts';
import * as z from 'zod/mini';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../check-definitions.ts';
import { CHECKS } from '../checks.ts';
import type { FactReader } from '../definition.ts';
import { linuxEncryption } from '../device-encrypted/linux.ts';
import { FACT_READERS } from '../fact-readers.ts';
import { judgeReading } from '../judge-reading.ts';
import { linuxManagement } from '../managed-device/linux.ts';
import { linuxThreats } from '../no-active-infections/linux.ts';
import { linuxSignInSecret } from '../password-set/linux.ts';
import { linuxAgents } from '../readings/agents/linux.ts';
import { linuxAntivirus } from '../readings/antivirus/linux.ts';
import { linuxScreenLock } from '../readings/screen-lock/linux.ts';
import type { SystemPort } from '../system-port.ts';
import { createSampleLinux, parseSampleLinux } from './sample-system.ts';

const SOURCES = join(import.meta.dirname, '..');
const now = new Date('2026-11-21T09:00:00Z');

/** What each check of a folder says, in the order of CHECK_TYPES. */
const FOLDERS: Readonly<Record<string, { readonly reader: FactReader; readonly samples: Record<string, string> }>> = {
  'password-set': {
    reader: linuxSignInSecret,
    samples: {
      'service-password-set': 'passed',
      'service-no-password': 'failed',
      'service-locked': 'passed',
      'service-expired': 'failed',
      'passwd-set': 'passed',
      'passwd-none': 'failed',
      'passwd-locked': 'passed',
      'automatic-sign-in': 'failed',
      'red-hat-no-password': 'failed',
      'red-hat-password-set': 'passed',
      'account-of-a-directory': 'unknown',
      'commented-automatic-sign-in': 'passed',
    },
  },
  'device-encrypted': {
    reader: linuxEncryption,
    samples: {
      'lvm-on-luks': 'passed',
      plain: 'failed',
      'home-plain': 'failed',
      'second-drive-plain': 'failed',
      'second-drive-not-mounted': 'failed',
      'swap-plain': 'failed',
      'swap-file-and-zram': 'passed',
      'zram-written-back': 'failed',
      'usb-drive-plain': 'passed',
      'thunderbolt-drive-plain': 'passed',
      'home-on-usb': 'failed',
      'snaps-and-images': 'passed',
      emmc: 'failed',
      'half-encrypted-lvm': 'failed',
      'btrfs-over-two': 'failed',
      'raid-of-luks': 'passed',
      'dual-boot-bitlocker': 'passed',
      silverblue: 'passed',
      'zfs-encrypted': 'passed',
      'zfs-one-dataset-plain': 'failed',
      'zfs-on-luks': 'passed',
      'mapper-nobody-knows': 'unknown',
      overlay: 'unknown',
      'stray-dockerenv': 'failed',
    },
  },
  'managed-device': {
    reader: linuxManagement,
    samples: {
      'none-under-systemd': 'failed',
      'fleet-running': 'passed',
      'fleet-stopped': 'failed',
      'fleet-masked': 'failed',
      'intune-enrolled': 'passed',
      'intune-not-enrolled': 'failed',
      'landscape-stopped': 'failed',
      'others-hidden': 'unknown',
    },
  },
  'no-active-infections': {
    reader: linuxThreats,
    samples: {
      'no-antivirus-that-tells': 'not-applicable',
      'mdatp-none': 'passed',
      'mdatp-quarantined': 'passed',
      'mdatp-active': 'failed',
      'mdatp-quarantine-failed': 'failed',
      'mdatp-new-state': 'unknown',
      'mdatp-cut': 'unknown',
      'mdatp-not-onboarded': 'unknown',
    },
  },
  // RmmAgent, FciAgentRunning
  'readings/agents': {
    reader: linuxAgents,
    samples: {
      'none-under-systemd': 'failed failed',
      'fleet-running': 'passed failed',
      'fleet-stopped': 'failed failed',
      'fleet-crashed': 'failed failed',
      'fleet-runs-another-program': 'failed failed',
      'fleet-masked': 'failed failed',
      'tactical-without-systemd': 'passed failed',
      'fci-agent-without-systemd': 'failed passed',
      'others-hidden': 'unknown unknown',
      'listed-by-the-company': 'passed failed',
    },
  },
  // AntiVirusInstalled, AntiVirusRealtimeProtection, AntiVirusSignaturesUpToDate
  'readings/antivirus': {
    reader: linuxAntivirus,
    samples: {
      none: 'failed failed failed',
      'clamav-without-definitions': 'passed failed failed',
      'clamav-old-definitions': 'passed failed failed',
      'clamav-broken-definitions': 'passed failed failed',
      'clamav-fresh-not-running': 'passed failed passed',
      'clamav-guards': 'passed passed passed',
      'clamscan-broken': 'unknown unknown unknown',
      'crowdstrike-running': 'passed passed unknown',
      'mdatp-not-onboarded': 'unknown unknown unknown',
    },
  },
  // ScreenSaverState, ScreenSaverPasswordProtected, ScreenSaverTimeout
  'readings/screen-lock': {
    reader: linuxScreenLock,
    samples: {
      'gnome-defaults': 'passed passed passed',
      'gnome-never': 'failed passed failed',
      'gnome-no-password': 'passed failed passed',
      'gnome-late-password': 'passed failed failed',
      'gnome-held': 'passed failed failed',
      'gnome-without-session': 'unknown unknown unknown',
    },
  },
};

/** Checks that hold what their samples come to in their own folder, as a map from name to state. */
const expectedSchema = z.record(z.string(), z.enum(['passed', 'failed', 'unknown', 'not-applicable']));
const OWN_FOLDERS: typeof FOLDERS = Object.fromEntries(
  globSync('*/samples/linux/expected.json', { cwd: SOURCES }).map((path) => {
    const folder = dirname(dirname(dirname(path)));
    const [reader, ...others] = readersIn(folder);
    if (reader === undefined || others.length > 0) throw new Error(`${folder} has to have one reader for Linux.`);
    return [folder, { reader, samples: expectedSchema.parse(JSON.parse(readFileSync(join(SOURCES, path), 'utf8'))) }];
  }),
);

function readersIn(folder: string): readonly FactReader[] {
  const types = CHECK_TYPES.filter((type) => folderOf(type) === folder);
  return types.flatMap((type) => CHECKS[type].reading.readers.filter((reader) => reader.operatingSystem === 'linux'));
}

function folderOf(type: CheckType): string {
  return type.replaceAll(/[A-Z]/g, (letter, at) => `${at > 0 ? '-' : ''}${letter.toLowerCase()}`);
}

async function statesOn(system: SystemPort, reader: FactReader): Promise<string> {
  const reading = await reader.read(system);
  const types: readonly CheckType[] = CHECK_TYPES.filter((type) => CHECK_DEFINITIONS[type].facts === reader.facts);
  const context = { operatingSystem: 'linux', now } as const;
  return types.map((type) => judgeReading(CHECK_DEFINITIONS[type], reading, {}, context).state).join(' ');
}

const rows = Object.entries({ ...FOLDERS, ...OWN_FOLDERS }).flatMap(([folder, { reader, samples }]) =>
  Object.entries(samples).map(([name, expected]) => ({ folder, name, expected, reader })),
);

test.each(rows)('$folder, $name: $expected', async ({ folder, name, expected, reader }) => {
  expect(await statesOn(createSampleLinux(join(SOURCES, folder), name), reader)).toBe(expected);
});

/** Files of another form hold one tool's answer and have tests next to them. */
const computers = globSync('**/samples/linux/*.json', { cwd: SOURCES }).filter((path) =>
  readFileSync(join(SOURCES, path), 'utf8').includes('"origin":'),
);

test('no recorded computer is left out', () => {
  const named = rows.map(({ folder, name }) => join(folder, 'samples/linux', `${name}.json`));
  expect(computers.toSorted()).toEqual(named.toSorted());
});

describe('mangled', () => {
  const bad = rows.filter(({ expected }) => !expected.includes('passed') && !expected.includes('not-applicable'));
  const source = ({ folder, name }: (typeof rows)[number]) =>
    readFileSync(join(SOURCES, folder, 'samples/linux', `${name}.json`), 'utf8');

  test('a bad or unknown computer whose answers are cut anywhere does not become a good one', async () => {
    expect(new Set(bad.map(({ folder }) => dirname(folder) + basename(folder))).size).toBe(
      new Set(rows.map(({ folder }) => folder)).size,
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bad), fc.double({ min: 0, max: 1, noNaN: true }), async (row, share) => {
        const system = parseSampleLinux(source(row), (text) => text.slice(0, Math.floor(text.length * share)));
        expect(await statesOn(system, row.reader)).not.toContain('passed');
      }),
    );
  });

  test('no reader of Linux throws, hangs or passes on answers that are none', async () => {
    const readers = FACT_READERS.filter(({ operatingSystem }) => operatingSystem === 'linux');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows), anyText(), fc.nat(3), async (row, noise, code) => {
        const system = parseSampleLinux(source(row), () => noise);
        const anything: SystemPort = {
          ...system,
          run: async () => ({ ok: true, value: { code, stdout: noise, stderr: noise } }),
        };
        for (const reader of readers) expect(await statesOn(anything, reader)).not.toContain('passed');
      }),
    );
  });
});
