import { expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateWith(files: Readonly<Record<string, string>>): Promise<string> {
  const system = createFakeApt({ files });
  const reading = await linuxAutomaticUpdates.read(system);
  const context = { operatingSystem: 'linux', now: system.now() } as const;
  return judgeReading(osAutoUpdateEnable, reading, {}, context).state;
}
const pin = (packages: string, what: string, priority: number) =>
  `Explanation: ours\nPackage: ${packages}\nPin: ${what}\nPin-Priority: ${priority}\n`;

test.each([
  [pin('*', 'release l=Debian-Security', -1), 'failed'],
  [pin('*', 'release o=Debian,n=bookworm-security', 1), 'failed'],
  [pin('*', 'origin deb.debian.org', 50), 'failed'],
  [pin('*', 'origin "deb.debian.org"', -10), 'failed'],
  [pin('*', 'release a=*', 99), 'failed'],
  [pin('/./', 'release l=Debian-Security', -1), 'failed'],
  [pin('[a-z]*', 'release l=Debian-Security', -1), 'failed'],
  [pin('*', 'release l=Debian-Security', 100), 'passed'],
  [pin('*', 'release l=Debian-Security', 990), 'passed'],
  [pin('*', 'release o=Ubuntu', -1), 'passed'],
  [pin('*', 'origin ""', -1), 'passed'],
  [pin('snapd', 'release a=*', -10), 'passed'],
  [pin('linux-*', 'release a=*', -10), 'passed'],
  [pin('*', 'release v=12', -1), 'unknown'],
  [pin('*', 'release stable', -1), 'unknown'],
  // The first record for all packages counts.
  [`${pin('*', 'release l=Debian-Security', 500)}\n${pin('*', 'release a=*', -1)}`, 'passed'],
  [`${pin('*', 'release a=*', -1)}\n${pin('*', 'release l=Debian-Security', 500)}`, 'failed'],
  ['Package: *\nPin: release a=*\n', 'passed'],
])('%j: %s', async (text, expected) => {
  expect(await stateWith({ '/etc/apt/preferences': text })).toBe(expected);
  expect(await stateWith({ '/etc/apt/preferences.d/ours.pref': text })).toBe(expected);
  expect(await stateWith({ '/etc/apt/preferences.d/ours.pref.save': text })).toBe('passed');
});
