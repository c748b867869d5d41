import { createFakeSystem, type FakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { fakeSystemd } from '../linux/fake-systemd.ts';
import type { Command } from '../system-port.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const DAY_MS = 86_400_000;
export const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

export interface FakeAptOptions {
  /** What `apt-config dump` prints. */
  readonly dump?: string;
  readonly files?: FakeSystemOptions['files'];
  /** Units over the usual ones. */
  readonly units?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Days since a file changed, or nothing where there is none. */
  readonly ages?: Readonly<Record<string, number | null>>;
  readonly modes?: Readonly<Record<string, string>>;
  readonly commands?: FakeSystemOptions['commands'];
}

export const GOOD_DUMP = `APT::Periodic "";
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
Unattended-Upgrade "";
Unattended-Upgrade::Origins-Pattern "";
Unattended-Upgrade::Origins-Pattern:: "origin=Debian,codename=\${distro_codename},label=Debian";
Unattended-Upgrade::Origins-Pattern:: "origin=Debian,codename=\${distro_codename}-security,label=Debian-Security";
`;

/** The head of the security archive of Debian 12, as it was fetched on 23 November 2026, shortened. */
export const SECURITY_RELEASE = `-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

Origin: Debian
Label: Debian-Security
Suite: oldstable-security
Version: 12
Codename: bookworm-security
Date: Fri, 20 Nov 2026 21:43:51 UTC
Valid-Until: Fri, 27 Nov 2026 21:43:51 UTC
Components: updates/main updates/contrib updates/non-free-firmware updates/non-free
MD5Sum:
 0 0 main
`;

export const LISTS = '/var/lib/apt/lists';
export const SECURITY_LIST = `${LISTS}/deb.debian.org_debian-security_dists_bookworm-security_InRelease`;

export const SUM = '25a7e8b4d72b7eafa17d47a5e29544f7';

const FILES: Readonly<Record<string, string>> = {
  '/etc/os-release': 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n',
  '/etc/apt/sources.list':
    'deb http://deb.debian.org/debian bookworm main\ndeb http://deb.debian.org/debian-security bookworm-security main\n',
  [SECURITY_LIST]: SECURITY_RELEASE,
  '/usr/bin/unattended-upgrade':
    '#!/usr/bin/python3\n# Copyright (c) 2005-2018 Canonical Ltd\nimport apt\nimport apt_pkg\n',
  '/usr/lib/python3/dist-packages/apt/__init__.py': '',
  '/usr/lib/python3/dist-packages/apt_pkg.cpython-311-x86_64-linux-gnu.so': '',
  '/var/lib/dpkg/info/apt.md5sums': `${SUM}  usr/bin/apt-get\n${SUM}  usr/lib/apt/apt.systemd.daily\n`,
  '/var/lib/dpkg/info/dpkg.md5sums': `${SUM}  usr/bin/dpkg\n`,
  '/var/lib/dpkg/info/unattended-upgrades.md5sums': `${SUM}  usr/bin/unattended-upgrade\n`,
  '/var/lib/dpkg/status': packagesOf(['install', 'install', 'install', 'hold']),
};

/** What dpkg keeps of packages, by what is wished of each. */
export function packagesOf(wishes: readonly string[]): string {
  return wishes.map((wish, at) => `Package: p${at}\nStatus: ${wish} ok installed\nVersion: 1\n`).join('\n');
}

const UNITS: NonNullable<FakeAptOptions['units']> = Object.fromEntries(
  ['apt-daily', 'apt-daily-upgrade'].flatMap((name) => [
    [
      `${name}.timer`,
      {
        LoadState: 'loaded',
        ActiveState: 'active',
        UnitFileState: 'enabled',
        NextElapseUSecRealtime: 'Sun 2026-11-22 06:31:07 UTC',
      },
    ],
    [`${name}.service`, { LoadState: 'loaded', ActiveState: 'inactive', UnitFileState: 'static' }],
  ]),
);

const AGES: Readonly<Record<string, number | null>> = {
  '/usr/bin/unattended-upgrade': 300,
  '/usr/bin/python3': 300,
  '/etc/machine-id': 400,
  '/etc/apt/apt.conf.d': 300,
  '/var/lib/apt/periodic/unattended-upgrades-stamp': 1,
  '/var/lib/apt/periodic/upgrade-stamp': 1,
  '/var/lib/apt/periodic/update-stamp': 1,
};

/** A Debian that is as it should be, but for what a test changes. */
export function createFakeApt(options: FakeAptOptions = {}): FakeSystem {
  const ages = { ...AGES, ...options.ages };
  const stat = ({ arguments: words }: Command) => {
    const paths = words.slice(words.indexOf('--') + 1);
    const rows = paths.flatMap((path) => {
      const days = ages[path];
      if (days === null || days === undefined) return [];
      const seconds = Math.floor(daysAgo(days).getTime() / 1000);
      return [`${options.modes?.[path] ?? '755'} ${seconds} 0 ${path}\n`];
    });
    return { code: rows.length === paths.length ? 0 : 1, stdout: rows.join(''), stderr: '' };
  };
  return createFakeSystem({
    now: () => NOW,
    files: { ...FILES, ...options.files },
    commands: {
      'apt-config': options.dump ?? GOOD_DUMP,
      stat,
      md5sum: ({ arguments: words }) =>
        words
          .slice(1)
          .map((path) => `${SUM}  ${path}\n`)
          .join(''),
      ...fakeSystemd({ ...UNITS, ...options.units }),
      ...options.commands,
    },
  });
}
