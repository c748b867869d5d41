import type { State } from './state.ts';
import { failed, type How, passed, unknown } from './update-rows.ts';

const SETTINGS = '/etc/apt/apt.conf.d/99company';
const PREFERENCES = '/etc/apt/preferences.d/company';
const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const LIST = '/var/lib/apt/lists/deb.debian.org_debian_dists_bookworm_InRelease';
/** The head of the archive of the whole release, shortened. */
const HEAD =
  'Origin: Debian\nLabel: Debian\nSuite: oldstable\nVersion: 12.12\nCodename: bookworm\nDate: Sat, 06 Sep 2025 09:58:05 UTC\nComponents: main contrib non-free-firmware non-free\n';
const apt = (text: string): How => ({ files: { [SETTINGS]: text, [LIST]: HEAD } });
const pin = (what: string, priority: number): How => ({
  files: { [PREFERENCES]: `Package: *\nPin: ${what}\nPin-Priority: ${priority}\n`, [LIST]: HEAD },
});
const sources = (parts: string): How => ({
  files: {
    [SOURCES]: ['debian bookworm bookworm-updates', 'debian-security bookworm-security']
      .map((line) => line.split(' '))
      .map(
        ([path, ...suites]) =>
          `Types: deb\nURIs: http://deb.debian.org/${path}\nSuites: ${suites.join(' ')}\nComponents: ${parts}\n`,
      )
      .join('\n'),
  },
});
const mayNotRun = (path: string): How => ({ make: `chmod -x ${path}`, undo: `chmod +x ${path}` });
const cronApt = (name: string, words: string): How => ({
  files: {
    [SETTINGS]: 'APT::Periodic::Unattended-Upgrade "0";\n',
    '/etc/systemd/system/cron.service':
      '[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n',
    '/etc/cron.d/cron-apt': '0 4 * * * root test -x /usr/sbin/cron-apt && /usr/sbin/cron-apt\n',
    [`/etc/cron-apt/action.d/${name}`]: `${words}\n`,
  },
  make: 'systemctl daemon-reload; systemctl enable --quiet --now cron',
  undo: 'systemctl disable --quiet --now cron; rm -rf /etc/systemd/system/cron.service /etc/cron.d/cron-apt /etc/cron-apt; systemctl daemon-reload',
});

/** Archives that are there and never chosen, programs that may not be run, and the other program that installs. */
export const UPDATE_RANKS: readonly State[] = [
  failed('the release is preferred, and its security is not', apt('APT::Default-Release "bookworm";\n')),
  passed(
    'the release is preferred with its security',
    apt('APT::Default-Release "/^bookworm(|-security|-updates)$/";\n'),
  ),
  failed('a release is preferred that no source has', apt('APT::Default-Release "bullseye";\n')),
  passed('every archive of Debian is preferred', pin('release o=Debian', 990)),
  failed('the release goes before all others', pin('release n=bookworm', 1001)),
  passed('the release has the priority that it has anyway', pin('release n=bookworm', 500)),
  failed('dpkg may not be run', mayNotRun('/usr/bin/dpkg')),
  failed('only the part of the archive with other licences is taken', sources('contrib')),
  passed('the part with firmware is taken as well', sources('main non-free-firmware')),
  failed('cron-apt only fetches', cronApt('3-download', 'dist-upgrade -d -y')),
  unknown('cron-apt installs, and keeps no record that is read', cronApt('5-install', 'dist-upgrade -y')),
];
