import { OTHER_UPDATERS } from './other-updaters.ts';
import type { State, Subject } from './state.ts';
import { UPDATE_HOOKS } from './update-hooks.ts';
import { UPDATE_RANKS } from './update-ranks.ts';
import { failed, type How, passed, unknown } from './update-rows.ts';

const SETTINGS = '/etc/apt/apt.conf.d/99company';
const apt = (text: string): How => ({ files: { [SETTINGS]: text } });
const file = (path: string, text: string | null): How => ({ files: { [path]: text } });

const STAMP = '/var/lib/apt/periodic/unattended-upgrades-stamp';
/** As Debian's own set-up leaves it. */
const ON = 'APT::Periodic::Update-Package-Lists "1";\nAPT::Periodic::Unattended-Upgrade "1";\n';
const ranAt = (when: string): How => ({ make: `touch -d '${when}' ${STAMP}`, undo: `touch ${STAMP}` });

const SOURCES = '/etc/apt/sources.list.d/debian.sources';
const MAIN = 'Types: deb\nURIs: http://deb.debian.org/debian\nSuites: bookworm bookworm-updates\nComponents: main\n';
const SECURITY =
  'Types: deb\nURIs: http://deb.debian.org/debian-security\nSuites: bookworm-security\nComponents: main\n';

const LISTS = '/var/lib/apt/lists';
const SECURITY_LIST = `${LISTS}/deb.debian.org_debian-security_dists_bookworm-security_InRelease`;
/** As apt names what it fetches by a list of mirrors. */
const OF_MIRRORS = '_etc_apt_mirrors_security.list_dists_bookworm-security_InRelease';

const timer = (name: string, text: string): How => ({
  files: { [`/etc/systemd/system/${name}.timer.d/company.conf`]: `[Timer]\nOnCalendar=\n${text}\n` },
  make: `systemctl daemon-reload && systemctl restart ${name}.timer`,
  undo: `rm -r /etc/systemd/system/${name}.timer.d && systemctl daemon-reload && systemctl restart ${name}.timer`,
});

const UPGRADER = '/usr/bin/unattended-upgrade';
const JOB = '/etc/systemd/system/apt-daily-upgrade.service.d/company.conf';
const job = (text: string): How => ({
  files: { [JOB]: text },
  make: 'systemctl daemon-reload',
  undo: `rm -f ${JOB}; systemctl daemon-reload`,
});

const CRON = '/etc/systemd/system/cron.service';
/** The timers of the packages are off, and a script of the company's, which cron starts, does their work. */
const ofCron = (path: string, ran: string): How => ({
  files: {
    [CRON]: '[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n',
    [path]: '#!/bin/sh\napt-get update -qq && unattended-upgrade\n',
  },
  make: `chmod 755 ${path}; systemctl daemon-reload; systemctl enable --quiet --now cron
systemctl disable --quiet --now apt-daily.timer apt-daily-upgrade.timer; sleep 1; touch -d '${ran}' ${STAMP}`,
  undo: `systemctl disable --quiet --now cron; rm ${CRON} ${path}; systemctl daemon-reload
systemctl enable --quiet --now apt-daily.timer apt-daily-upgrade.timer; touch ${STAMP}`,
});

const OWN_UNITS = '/etc/systemd/system/company-updates';
const OWN_SCRIPT = '/usr/local/sbin/company-update';
const BY_COMMANDS = 'ExecStart=/usr/bin/apt-get update\nExecStart=/usr/bin/unattended-upgrade';
/** The timers of the packages are off, and one of the company's own does their work. */
const ofOwnTimer = (ran: string, when = 'daily', how = BY_COMMANDS): How => ({
  files: {
    [`${OWN_UNITS}.service`]: `[Unit]\nDescription=Company updates\n[Service]\nType=oneshot\n${how}\n`,
    [OWN_SCRIPT]: '#!/bin/sh\napt-get update && unattended-upgrade\n',
    [`${OWN_UNITS}.timer`]: `[Timer]\nOnCalendar=${when}\n[Install]\nWantedBy=timers.target\n`,
  },
  make: `chmod 755 ${OWN_SCRIPT}; systemctl daemon-reload; systemctl enable --quiet --now company-updates.timer
systemctl disable --quiet --now apt-daily.timer apt-daily-upgrade.timer; sleep 1; touch -d '${ran}' ${STAMP}`,
  undo: `systemctl disable --quiet --now company-updates.timer; rm ${OWN_UNITS}.service ${OWN_UNITS}.timer
systemctl daemon-reload; systemctl enable --quiet --now apt-daily.timer apt-daily-upgrade.timer; touch ${STAMP}`,
});
const PERIODIC_JOB = '/usr/lib/apt/apt.systemd.daily';
const PYTHON = '/usr/lib/python3/dist-packages';

const APT: readonly State[] = [
  failed('installing is off', apt('APT::Periodic::Unattended-Upgrade "0";\n')),
  passed('every other day', apt('APT::Periodic::Unattended-Upgrade "2";\n')),
  failed('everything periodic is off', apt('APT::Periodic::Enable "0";\n')),
  passed('everything periodic is on, in so many words', apt('APT::Periodic::Enable "1";\n')),
  failed('no lists are fetched', apt('APT::Periodic::Update-Package-Lists "0";\n')),
  passed('always', apt('APT::Periodic { Update-Package-Lists "always"; Unattended-Upgrade "always"; };\n')),
  failed('once a year', apt('APT::Periodic::Unattended-Upgrade "365";\n')),
  passed('every twelve hours', apt('APT::Periodic::Unattended-Upgrade "12h";\n')),
  failed('lists twice a year', apt('APT::Periodic::Update-Package-Lists "180";\n')),
  failed(
    'downloads only',
    apt('APT::Periodic::Unattended-Upgrade "0";\nAPT::Periodic::Download-Upgradeable-Packages "1";\n'),
  ),
  passed('a switch in a remark', apt('// APT::Periodic::Unattended-Upgrade "0";\n# APT::Periodic::Enable "0";\n')),
  failed('everything is left out', apt('Unattended-Upgrade::Package-Blacklist { ".*"; };\n')),
  passed(
    'two packages are left out',
    apt('Unattended-Upgrade::Package-Blacklist { "linux-image-.*"; "postgresql-.*"; };\n'),
  ),
  failed(
    'nearly everything is left out, letter by letter',
    apt('Unattended-Upgrade::Package-Blacklist { "[a-x]"; };\n'),
  ),
  failed('one package alone is let in', apt('Unattended-Upgrade::Package-Whitelist { "firefox-esr"; };\n')),
  passed('everything is let in', apt('Unattended-Upgrade::Package-Whitelist { ".*"; };\n')),
  failed('from no archive', apt('#clear Unattended-Upgrade::Origins-Pattern;\n')),
  passed(
    'from every archive',
    apt('#clear Unattended-Upgrade::Origins-Pattern;\nUnattended-Upgrade::Origins-Pattern { "origin=*"; };\n'),
  ),
  failed(
    'from any archive but the one of security',
    apt(
      '#clear Unattended-Upgrade::Origins-Pattern;\nUnattended-Upgrade::Origins-Pattern { "origin=Debian,label=Debian"; };\n',
    ),
  ),
  passed(
    'in the older words',
    apt(
      '#clear Unattended-Upgrade::Origins-Pattern;\nUnattended-Upgrade::Allowed-Origins { "Debian:oldstable-security"; };\n',
    ),
  ),
  failed(
    'for another release',
    apt(
      '#clear Unattended-Upgrade::Origins-Pattern;\nUnattended-Upgrade::Origins-Pattern { "origin=Debian,codename=bullseye-security"; };\n',
    ),
  ),
  unknown('on a day that may be one in another language', apt('Unattended-Upgrade::Update-Days { "Holiday"; };\n')),
  failed('they wait for a shutdown, and no service does', {
    ...apt('Unattended-Upgrade::InstallOnShutdown "true";\n'),
    make: 'systemctl stop unattended-upgrades; systemctl mask --quiet unattended-upgrades',
    undo: 'systemctl unmask --quiet unattended-upgrades; systemctl start unattended-upgrades',
  }),
  failed('on days that no week has', apt('Unattended-Upgrade::Update-Days { "7"; "31"; };\n')),
  passed('on Tuesdays and on the first day of the week', apt('Unattended-Upgrade::Update-Days { "Tue"; "0"; };\n')),
  failed('the archive of security is never taken from', {
    files: { '/etc/apt/preferences.d/never': 'Package: *\nPin: release l=Debian-Security\nPin-Priority: -1\n' },
  }),
  passed('one package is never taken', {
    files: { '/etc/apt/preferences.d/snap': 'Package: snapd\nPin: release a=*\nPin-Priority: -10\n' },
  }),
  failed('no archive is taken from but one in the house', {
    files: {
      '/etc/apt/preferences':
        'Explanation: ours\nPackage: *\nPin: origin ""\nPin-Priority: 900\n\nPackage: *\nPin: release o=Debian\nPin-Priority: -1\n',
    },
  }),
  failed('no source', file(SOURCES, '')),
  passed('the sources in the older form', {
    files: {
      [SOURCES]: null,
      '/etc/apt/sources.list':
        'deb http://deb.debian.org/debian bookworm main\ndeb http://deb.debian.org/debian-security bookworm-security main\n',
    },
  }),
  failed('no source of security', file(SOURCES, MAIN)),
  passed('the source of security is a list of mirrors', {
    files: {
      [SOURCES]: `${MAIN}\n${SECURITY.replace('http://deb.debian.org/debian-security', 'mirror+file:/etc/apt/mirrors/security.list')}`,
    },
    make: `cp ${SECURITY_LIST} ${LISTS}/${OF_MIRRORS}`,
    undo: `rm ${LISTS}/${OF_MIRRORS}`,
  }),
  failed('the source of security is off', file(SOURCES, `${MAIN}\n${SECURITY}Enabled: no\n`)),
  failed('the source of security in a remark', file(SOURCES, `${MAIN}\n${SECURITY.replaceAll(/^/gm, '#')}`)),
  failed('a timer is stopped', { make: 'systemctl stop apt-daily.timer', undo: 'systemctl start apt-daily.timer' }),
  failed('a timer is masked', {
    make: 'systemctl mask --now apt-daily-upgrade.timer',
    undo: 'systemctl unmask apt-daily-upgrade.timer && systemctl start apt-daily-upgrade.timer',
  }),
  failed('a timer runs now and not after a restart', {
    make: 'systemctl disable apt-daily-upgrade.timer',
    undo: 'systemctl enable apt-daily-upgrade.timer',
  }),
  passed('cron does the work of the timers, and has done it since', ofCron('/etc/cron.daily/uu', 'now')),
  unknown('cron is to do the work of the timers, and has not yet', ofCron('/etc/cron.daily/uu', '1 day ago')),
  failed('cron passes over the script that is to do it', ofCron('/etc/cron.daily/uu.sh', 'now')),
  passed('as it comes, with a job of cron’s as well', {
    files: { '/etc/cron.daily/uu': '#!/bin/sh\nunattended-upgrade\n' },
  }),
  failed('a timer of the company’s own fires in years', ofOwnTimer('now', '2099-01-01')),
  passed('a timer of the company’s own does the work, and has done it since', ofOwnTimer('now')),
  unknown('a timer of the company’s own is to do the work, and has not yet', ofOwnTimer('1 day ago')),
  passed(
    'a shell does the work for that timer',
    ofOwnTimer('now', 'daily', "ExecStart=/bin/sh -c 'apt-get update && unattended-upgrade'"),
  ),
  failed(
    'a shell shows for that timer what it would do',
    ofOwnTimer('now', 'daily', "ExecStart=/bin/sh -c 'unattended-upgrade --dry-run'"),
  ),
  passed('a script does the work for that timer', ofOwnTimer('now', 'daily', `ExecStart=${OWN_SCRIPT}`)),
  failed(
    'a timer starts something else',
    timer('apt-daily-upgrade', 'OnCalendar=daily\nUnit=systemd-tmpfiles-clean.service'),
  ),
  passed(
    'a timer names its own service in so many words',
    timer('apt-daily-upgrade', 'OnCalendar=daily\nUnit=apt-daily-upgrade.service'),
  ),
  unknown('another script in the place of what the services start', {
    make: `mv ${PERIODIC_JOB} ${PERIODIC_JOB}.real; printf '#!/bin/sh\\nexit 0\\n' > ${PERIODIC_JOB}; chmod 755 ${PERIODIC_JOB}`,
    undo: `mv ${PERIODIC_JOB}.real ${PERIODIC_JOB}`,
  }),
  failed('the interpreter of the program is gone', {
    make: 'mv /usr/bin/python3 /usr/bin/python3.away',
    undo: 'mv /usr/bin/python3.away /usr/bin/python3',
  }),
  failed('a module of the program is gone', {
    make: `mkdir /srv/away; mv ${PYTHON}/apt_pkg.*so /srv/away/`,
    undo: `mv /srv/away/* ${PYTHON}/; rmdir /srv/away`,
  }),
  unknown(
    'APT looks for its sources elsewhere',
    apt('Dir::Etc::sourcelist "/etc/apt/empty.list";\nDir::Etc::sourceparts "-";\n'),
  ),
  failed('a service is masked', {
    make: 'systemctl mask apt-daily-upgrade.service',
    undo: 'systemctl unmask apt-daily-upgrade.service',
  }),
  passed('a timer of the company’s, twice a week', timer('apt-daily-upgrade', 'OnCalendar=Mon,Thu 12:00')),
  failed('a timer that next fires in years', timer('apt-daily-upgrade', 'OnCalendar=2099-01-01')),
  failed('a timer for a day that no year has', timer('apt-daily-upgrade', 'OnCalendar=*-02-30 06:00')),
  failed('a timer that fires a year after the start', timer('apt-daily-upgrade', 'OnBootSec=365d')),
  passed('the job is nicer to others', job('[Service]\nNice=10\n')),
  unknown('the job waits for a file', job('[Unit]\nConditionPathExists=/etc/allow-updates\n')),
  unknown('the job starts another program', job('[Service]\nExecStart=\nExecStart=/bin/true\n')),
  unknown('another program in the place of the one that installs', {
    make: `dpkg-divert --quiet --local --rename --divert ${UPGRADER}.real ${UPGRADER} && ln -s /bin/true ${UPGRADER}`,
    undo: `rm ${UPGRADER} && dpkg-divert --quiet --local --rename --remove ${UPGRADER}`,
  }),
  // A mount reaches a reader that runs already on a real computer, and not in a container.
  failed('what dpkg knows lies on a disk that is mounted read-only', {
    make: 'mkdir -p /var/empty && cp -a /var/lib/dpkg /run/dpkg-copy && mount -t overlay overlay -o lowerdir=/run/dpkg-copy:/var/empty /var/lib/dpkg; systemctl stop workplace-reader.service',
    undo: 'systemctl stop workplace-reader.service; umount /var/lib/dpkg && rm -r /run/dpkg-copy',
  }),
  passed('one package is on hold', { make: 'apt-mark hold openssl', undo: 'apt-mark unhold openssl' }),
  failed('all packages are on hold', {
    make: "dpkg-query -W -f '${Package}\\n' | xargs apt-mark hold",
    undo: "dpkg-query -W -f '${Package}\\n' | xargs apt-mark unhold",
  }),
  failed('the program may not be run', {
    make: 'chmod 644 /usr/bin/unattended-upgrade',
    undo: 'chmod 755 /usr/bin/unattended-upgrade',
  }),
  passed('last installed a week ago', ranAt('7 days ago')),
  failed('last installed nine months ago', ranAt('9 months ago')),
  unknown('last installed three weeks ago', ranAt('21 days ago')),
  passed('last installed twelve days ago', ranAt('12 days ago')),
  unknown('last installed in a month to come', ranAt('next month')),
  unknown('never yet, and set up today', { make: `rm ${STAMP}`, undo: `touch ${STAMP}` }),
  passed('everybody may read it, and there is no reader', { readBy: ['person', 'service', 'root'] }),
  unknown('looked today and did not get to install: on battery, or on a day that is none', {
    make: `rm ${STAMP} && touch /var/lib/apt/periodic/upgrade-stamp`,
    undo: `rm /var/lib/apt/periodic/upgrade-stamp; touch ${STAMP}`,
  }),
  passed('a file that only root may read, and the reader reads it', {
    ...apt('Acquire::http::Proxy "http://nadia:secret@127.0.0.1:3128";\n'),
    make: `chmod 600 ${SETTINGS}`,
    readBy: ['service', 'root'],
  }),
  unknown('a file that only root may read, and no reader', {
    ...apt('Acquire::http::Proxy "http://nadia:secret@127.0.0.1:3128";\n'),
    make: `chmod 600 ${SETTINGS}`,
    readBy: ['person'],
  }),
];

export const UPDATES: Subject = {
  name: 'updates',
  asItWas: { OsAutoUpdateEnable: 'passed' },
  prepare: `
printf '%s' '${ON}' > /etc/apt/apt.conf.d/20auto-upgrades
rm -f /etc/apt/preferences.d/nodejs /etc/apt/preferences.d/nsolid
touch ${STAMP}
systemctl start apt-daily.timer apt-daily-upgrade.timer snapd.socket snapd.service
`,
  states: [...APT, ...UPDATE_HOOKS, ...UPDATE_RANKS, ...OTHER_UPDATERS],
};
