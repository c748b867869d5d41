import { parseBoolean, parseIni } from '../linux/ini-file.ts';
import { isEnabled, isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';
import { findUpdater, readTimedProof, type TimedUpdater } from './timed-updaters.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

const MECHANISM = 'dnf-automatic';
const updaterOf = (name: string, mechanism: string): TimedUpdater => ({
  mechanism,
  timer: `${name}.timer`,
  service: `${name}.service`,
});

/** Installs whatever the configuration says. */
const INSTALLING = updaterOf('dnf-automatic-install', MECHANISM);
const ATOMIC = updaterOf('rpm-ostreed-automatic', 'rpm-ostree');

/** Of systems that are replaced as a whole, then those of packages, newest first. */
const UPDATERS: readonly TimedUpdater[] = [
  ATOMIC,
  updaterOf('bootc-fetch-apply-updates', 'bootc'),
  updaterOf('uupd', 'uupd'),
  INSTALLING,
  updaterOf('dnf5-automatic', MECHANISM),
  updaterOf('dnf-automatic', MECHANISM),
];

/** The administrator's file first, then the packaged ones. */
export const DNF_FILES = [
  '/etc/dnf/automatic.conf',
  '/etc/dnf/dnf5-plugins/automatic.conf',
  '/usr/share/dnf5/dnf5-plugins/automatic.conf',
  '/usr/share/dnf/automatic.conf',
] as const;

/** Of systems that are replaced as a whole, such as Silverblue. */
export const ATOMIC_FILE = '/etc/rpm-ostreed.conf';

const REPOSITORIES = '/etc/yum.repos.d';
const NOT_INSTALLED = 'The package dnf-automatic is not installed';

/** Automatic updates of Fedora, Red Hat and what is made from them. */
export async function readDnf(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  if (isScratch(system)) return readScratch(system);
  const found = await findUpdater(system, UPDATERS);
  if (!found.ok) return found;
  // GNOME Software may still install what it has downloaded, which no one can read from a file.
  if (found.value.kind === 'none') return off(MECHANISM, NOT_INSTALLED);
  const { updater } = found.value;
  if (found.value.kind === 'stopped') {
    const isPackages = updater.mechanism === MECHANISM;
    return off(updater.mechanism, isPackages ? 'The timer of dnf-automatic is turned off' : found.value.obstacle);
  }
  const state = await readState(system, updater);
  if (!state.ok) return state;
  const { mechanism } = updater;
  if (state.value !== 'on') return { ok: true, value: { state: state.value, mechanism } };
  const obstacle = mechanism === MECHANISM ? await findObstacle(system) : ({ ok: true, value: null } as const);
  if (!obstacle.ok) return obstacle;
  if (obstacle.value !== null) return off(mechanism, obstacle.value);
  const proof = await readTimedProof(system, updater);
  return proof.ok ? { ok: true, value: { state: 'on', mechanism, ...proof.value } } : proof;
}

async function readState(system: SystemPort, updater: TimedUpdater): Promise<Outcome<AutomaticUpdatesFact['state']>> {
  if (updater === ATOMIC) return readAtomic(system);
  return updater.mechanism === MECHANISM && updater !== INSTALLING
    ? readConfiguration(system)
    : { ok: true, value: 'on' };
}

/** Nothing runs below another root folder: the settings, and whether the timer would start, are all there is. */
async function readScratch(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const enabled = await Promise.all(UPDATERS.map(({ timer }) => isEnabled(system, timer)));
  const updater = UPDATERS.find((_, at) => enabled[at] === true);
  if (updater === undefined) return off(MECHANISM, NOT_INSTALLED);
  const state = await readState(system, updater);
  return state.ok ? { ok: true, value: { state: state.value, mechanism: updater.mechanism } } : state;
}

async function readConfiguration(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact['state']>> {
  for (const path of DNF_FILES) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value === null) continue;
    const setting = parseIni(file.value).groups.get('commands')?.get('apply_updates')?.value;
    if (setting === undefined) continue;
    const applies = parseBoolean(setting);
    if (applies === null)
      return { ok: false, reason: 'unexpected-output', detail: `${path}: apply_updates=${setting}` };
    return { ok: true, value: applies ? 'on' : 'download-only' };
  }
  return { ok: true, value: 'download-only' };
}

async function readAtomic(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact['state']>> {
  const file = await readIfThere(system, ATOMIC_FILE);
  if (!file.ok) return file;
  const rule = parseIni(file.value ?? '')
    .groups.get('daemon')
    ?.get('automaticupdatepolicy')?.value;
  if (rule === 'stage' || rule === 'apply') return { ok: true, value: 'on' };
  return { ok: true, value: rule === 'check' ? 'download-only' : 'off' };
}

/** What keeps packages from coming although everything runs. */
async function findObstacle(system: SystemPort): Promise<Outcome<string | null>> {
  for (const [path, groups] of [
    ['/etc/dnf/dnf.conf', ['main']],
    [DNF_FILES[0], ['base']],
  ] as const) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    const ini = parseIni(file.value ?? '');
    const left = groups.flatMap((group) =>
      ['excludepkgs', 'exclude'].map((key) => ini.groups.get(group)?.get(key)?.value ?? ''),
    );
    const names = left.flatMap((list) => list.split(/[\s,]+/));
    if (names.some((name) => /^[*?]+$/.test(name))) return { ok: true, value: 'Nearly all packages are left out' };
  }
  const sources: { id: string; isOn: boolean }[] = [];
  const folder = await listIfThere(system, REPOSITORIES);
  if (!folder.ok) return folder;
  for (const name of folder.value.filter((entry) => entry.endsWith('.repo'))) {
    const file = await readIfThere(system, `${REPOSITORIES}/${name}`);
    if (!file.ok) return file;
    const repositories = file.value === null ? [] : [...parseIni(file.value).groups].filter(([id]) => id !== '');
    sources.push(
      ...repositories.map(([id, values]) => ({
        id,
        isOn: parseBoolean(values.get('enabled')?.value ?? '1') !== false,
      })),
    );
  }
  const on = sources.filter(({ isOn }) => isOn);
  // Fedora's releases never change; what comes after them has a source of its own. A company's mirror may hold both.
  const isStill =
    on.some(({ id }) => id === 'fedora') &&
    sources.some(({ id }) => id === 'updates') &&
    !on.some(({ id }) => id.includes('update'));
  return { ok: true, value: on.length === 0 || isStill ? 'No source of updates is set up' : null };
}

function off(mechanism: string, obstacle: string): Outcome<AutomaticUpdatesFact> {
  return { ok: true, value: { state: 'off', mechanism, obstacle } };
}
