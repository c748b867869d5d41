import type { State } from './state.ts';
import { failed, passed, unknown } from './update-rows.ts';

const RELEASE = '/usr/lib/os-release';
const FEDORA = { [RELEASE]: 'ID=fedora\nVERSION_ID=44\nPRETTY_NAME="Fedora Linux 44"\n' };
const REPOSITORY = { '/etc/yum.repos.d/fedora.repo': '[fedora]\nname=Fedora\nenabled=1\n' };
const DNF = '/etc/dnf/automatic.conf';
const dnfConf = (applies: string) => ({ [DNF]: `[commands]\nupgrade_type = security\napply_updates = ${applies}\n` });
/** Units as the packages bring them; Debian's dnf brings its settings and its program without them. */
const unitsOf = (name: string, command = '/bin/true') => ({
  [`/usr/lib/systemd/system/${name}.timer`]: `[Timer]\nOnCalendar=*-*-* 6:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n`,
  [`/usr/lib/systemd/system/${name}.service`]: `[Service]\nType=oneshot\nExecStart=${command}\n`,
});
const startUpdater = (name: string, more = '') => ({
  make: `systemctl daemon-reload && systemctl enable --quiet --now ${name}.timer && (systemctl start ${name}.service || true)\n${more}`,
  undo: `systemctl disable --quiet --now ${name}.timer; systemctl clean --what=state ${name}.timer; systemctl reset-failed ${name}.service || true`,
});

/** Systems of other families: their own settings and units, where Debian has their tools. */
export const OTHER_UPDATERS: readonly State[] = [
  failed('Fedora: dnf-automatic is not installed', { files: { ...FEDORA, ...REPOSITORY } }),
  passed('Fedora: dnf-automatic installs', {
    files: { ...FEDORA, ...REPOSITORY, ...dnfConf('yes'), ...unitsOf('dnf-automatic') },
    ...startUpdater('dnf-automatic'),
  }),
  failed('Fedora: dnf-automatic downloads only', {
    files: { ...FEDORA, ...REPOSITORY, ...dnfConf('no'), ...unitsOf('dnf-automatic') },
    ...startUpdater('dnf-automatic'),
  }),
  passed('Fedora: the timer that installs in any case', {
    files: { ...FEDORA, ...REPOSITORY, ...dnfConf('no'), ...unitsOf('dnf-automatic-install') },
    ...startUpdater('dnf-automatic-install'),
  }),
  failed('Fedora: the timer is stopped', {
    files: { ...FEDORA, ...REPOSITORY, ...dnfConf('yes'), ...unitsOf('dnf-automatic') },
    make: 'systemctl daemon-reload',
    undo: 'true',
  }),
  failed('Fedora: no source is on', {
    files: {
      ...FEDORA,
      '/etc/yum.repos.d/fedora.repo': '[fedora]\nenabled=0\n',
      ...dnfConf('yes'),
      ...unitsOf('dnf-automatic'),
    },
    ...startUpdater('dnf-automatic'),
  }),
  failed('Fedora: everything is left out', {
    files: {
      ...FEDORA,
      ...REPOSITORY,
      ...dnfConf('yes'),
      ...unitsOf('dnf-automatic'),
      '/etc/dnf/dnf.conf': '[main]\nexcludepkgs=*\n',
    },
    ...startUpdater('dnf-automatic'),
  }),
  unknown('Fedora: dnf-automatic ran and failed', {
    files: { ...FEDORA, ...REPOSITORY, ...dnfConf('yes'), ...unitsOf('dnf-automatic', '/bin/false') },
    ...startUpdater('dnf-automatic'),
  }),
  passed('Fedora: the newer dnf5-automatic', {
    files: {
      ...FEDORA,
      ...REPOSITORY,
      '/etc/dnf/dnf5-plugins/automatic.conf': '[commands]\napply_updates = yes\n',
      [DNF]: null,
      ...unitsOf('dnf5-automatic'),
    },
    ...startUpdater('dnf5-automatic'),
  }),
  failed('Silverblue: only looks', {
    files: {
      ...FEDORA,
      '/etc/rpm-ostreed.conf': '[Daemon]\nAutomaticUpdatePolicy=check\n',
      ...unitsOf('rpm-ostreed-automatic'),
    },
    ...startUpdater('rpm-ostreed-automatic'),
  }),
  passed('Silverblue: stages', {
    files: {
      ...FEDORA,
      '/etc/rpm-ostreed.conf': '[Daemon]\nAutomaticUpdatePolicy=stage\n',
      ...unitsOf('rpm-ostreed-automatic'),
    },
    ...startUpdater('rpm-ostreed-automatic'),
  }),
  unknown('openSUSE Leap: what the desktop does is not known', {
    files: { [RELEASE]: 'ID="opensuse-leap"\nID_LIKE="suse opensuse"\nVERSION_ID="16.0"\n' },
  }),
  passed('openSUSE MicroOS: transactional-update', {
    files: {
      [RELEASE]: 'ID="opensuse-microos"\nID_LIKE="suse opensuse"\nVERSION_ID="20261101"\n',
      ...unitsOf('transactional-update'),
    },
    ...startUpdater('transactional-update'),
  }),
  failed('openSUSE MicroOS: its timer is off', {
    files: {
      [RELEASE]: 'ID="opensuse-microos"\nID_LIKE="suse opensuse"\nVERSION_ID="20261101"\n',
      ...unitsOf('transactional-update'),
    },
    make: 'systemctl daemon-reload',
    undo: 'true',
  }),
  unknown('Ubuntu Core, hours after it was set up', { files: { [RELEASE]: 'ID=ubuntu-core\nVERSION_ID="24"\n' } }),
];
