import { describe, expect, test } from 'vitest';
import { judgeReading } from '../judge-reading.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { createFakeApt, GOOD_DUMP, LISTS, SECURITY_LIST, SECURITY_RELEASE } from './fake-apt.ts';
import { linuxAutomaticUpdates } from './linux.ts';

async function stateWith(files: Readonly<Record<string, string>>, dump = GOOD_DUMP): Promise<string> {
  const system = createFakeApt({ files, dump });
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

const listOf = (suite: string) => `${LISTS}/deb.debian.org_debian_dists_${suite}_InRelease`;
const headOf = (suite: string, codename: string) =>
  `Origin: Debian\nLabel: Debian\nSuite: ${suite}\nVersion: 12.12\nCodename: ${codename}\nDate: Sat, 06 Sep 2025 09:58:05 UTC\nComponents: main contrib non-free\n`;
const BOTH = {
  [listOf('bookworm')]: headOf('oldstable', 'bookworm'),
  [listOf('bookworm-updates')]: headOf('oldstable-updates', 'bookworm-updates'),
};

const WHOLE = {
  ...BOTH,
  '/etc/apt/sources.list':
    'deb http://deb.debian.org/debian bookworm main\ndeb http://deb.debian.org/debian bookworm-updates main\ndeb http://deb.debian.org/debian-security bookworm-security main\n',
};

describe('another archive that goes before the one of security', () => {
  test.each([
    ['bookworm', 'failed'],
    ['oldstable', 'failed'],
    ['book*', 'passed'],
    ['Bookworm', 'failed'],
    ['12*', 'passed'],
    ['12.12', 'failed'],
    ['n=bookworm', 'failed'],
    ['/^bookworm$/', 'failed'],
    // As Debian's release notes ask for it.
    ['/^bookworm(|-security|-updates)$/', 'passed'],
    ['bookworm-updates', 'passed'],
    // APT ends with an error: left over from an older release.
    ['stable', 'failed'],
    ['trixie', 'failed'],
    ['/(/', 'unknown'],
  ])('APT::Default-Release "%s": %s', async (chosen, expected) => {
    expect(await stateWith(WHOLE, `${GOOD_DUMP}APT::Default-Release "${chosen}";\n`)).toBe(expected);
  });

  test.each([
    [pin('*', 'release n=bookworm', 1001), 'failed'],
    [pin('*', 'release a=oldstable', 501), 'failed'],
    [pin('*', 'release l=Debian', 990), 'failed'],
    [pin('*', 'release n=bookworm', 500), 'passed'],
    [pin('*', 'release o=Debian', 990), 'passed'],
    [pin('*', 'origin deb.debian.org', 1001), 'passed'],
    [pin('*', 'release n=bookworm-updates', 990), 'passed'],
    [pin('vim', 'release n=bookworm', 1001), 'passed'],
    [pin('*', 'release z=bookworm', 1001), 'unknown'],
    [pin('*', 'release z=bookworm', 500), 'passed'],
    [`${pin('*', 'release l=Debian-Security', 990)}\n${pin('*', 'release n=bookworm', 900)}`, 'passed'],
    [`${pin('*', 'release l=Debian-Security', 0)}\n${pin('*', 'release n=bookworm', 900)}`, 'failed'],
  ])('%j: %s', async (text, expected) => {
    expect(await stateWith({ '/etc/apt/preferences': text, ...WHOLE })).toBe(expected);
  });

  test('the release that is chosen goes before records for all packages, and behind those that name one', async () => {
    const dump = `${GOOD_DUMP}APT::Default-Release "bookworm";\n`;
    const of = (text: string) => stateWith({ '/etc/apt/preferences': text, ...WHOLE }, dump);
    expect(await of(pin('*', 'release l=Debian-Security', 1001))).toBe('passed');
    expect(await of(pin('*', 'release n=bookworm', 100))).toBe('failed');
    expect(await of(pin('/./', 'release n=bookworm', 100))).toBe('passed');
  });

  test('an archive of another maker is no rival', async () => {
    const files = { '/etc/apt/preferences': pin('*', 'release n=bookworm', 1001), ...WHOLE };
    const other = { ...files, [SECURITY_LIST]: SECURITY_RELEASE.replace('Origin: Debian', 'Origin: Company') };
    const dump = GOOD_DUMP.replace('origin=Debian,codename=${distro_codename}-security', 'origin=Company');
    expect(await stateWith(other, dump)).toBe('passed');
  });
});

test.each(['contrib', 'non-free non-free-firmware # main'])('sources of %s alone', async (parts) => {
  const lines = ['debian bookworm', 'debian-security bookworm-security'];
  const text = lines.map((line) => `deb http://deb.debian.org/${line} ${parts}\n`).join('');
  expect(await stateWith({ '/etc/apt/sources.list': text })).toBe('failed');
  expect(await stateWith({ '/etc/apt/sources.list': text.replaceAll(parts, `main ${parts}`) })).toBe('passed');
});
