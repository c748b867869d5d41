import { listIfThere, readIfThere } from '../linux/if-there.ts';
import { isRunning, type RunningProcess } from '../linux/processes.ts';
import { sessionPart, type SessionEnvironment } from '../linux/session-environment.ts';
import { showUnits, type UnitProperties } from '../linux/systemd.ts';
import { keyFileEntries, lastValue } from '../password-set/key-file.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { RemoteLoginFact } from './definition.ts';

type Services = RemoteLoginFact['services'];

/** In a person's session, and one without a screen; the same name in the system is a sign-in to all of it. */
const SHARING = 'gnome-remote-desktop.service';
const HEADLESS = 'gnome-remote-desktop-headless.service';
const SYSTEM_FOLDERS = ['/usr/lib/systemd/system', '/lib/systemd/system', '/etc/systemd/system'];
const personFolders = (home: string) => [
  ...['/usr/lib/systemd/user', '/lib/systemd/user', '/etc/systemd/user'],
  ...[`${home}/.config/systemd/user`, `${home}/.local/share/systemd/user`],
];
/** Its own settings come before those of the package. */
const SYSTEM_SETTINGS = ['/etc/gnome-remote-desktop/grd.conf', '/usr/share/gnome-remote-desktop/grd.conf'];
const PROPERTIES = ['LoadState', 'ActiveState', 'UnitFileState'];
const STAYS_OFF = ['disabled', 'masked', 'masked-runtime', ''];
const TIMEOUT_MS = 5000;

/**
 * GNOME's remote desktop. Its daemon runs on every desktop of Ubuntu, turned on or not: its units tell whether it runs, and
 * its settings whether it answers anyone, also before it has a port.
 */
export async function readGnomeSharing(
  system: SystemPort,
  processes: readonly RunningProcess[],
): Promise<Outcome<Services>> {
  const ofSystem = await readOfSystem(system);
  if (!ofSystem.ok) return ofSystem;
  const ofPerson = await readOfPerson(system, processes);
  return ofPerson.ok ? { ok: true, value: [...ofSystem.value, ...ofPerson.value] } : ofPerson;
}

const NOTHING: Outcome<Services> = { ok: true, value: [] };

async function readOfSystem(system: SystemPort): Promise<Outcome<Services>> {
  const isThere = await hasUnit(system, SYSTEM_FOLDERS);
  if (!isThere.ok) return isThere;
  if (!isThere.value) return NOTHING;
  const units = await showUnits(system, [SHARING], PROPERTIES);
  if (!units.ok) return units;
  const state = stateOf(units.value.get(SHARING));
  if (!state.isOn && !state.startsWithSystem) return NOTHING;
  for (const path of SYSTEM_SETTINGS) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value === null) continue;
    const valueOf = (key: string) => lastValue(keyFileEntries(file.value ?? ''), 'RDP', key) ?? '';
    // It answers no one without a certificate.
    const isOff = valueOf('enabled') === 'false' || valueOf('tls-cert') === '' || valueOf('tls-key') === '';
    return isOff ? NOTHING : { ok: true, value: [{ name: SHARING, ...state }] };
  }
  return NOTHING;
}

async function readOfPerson(system: SystemPort, processes: readonly RunningProcess[]): Promise<Outcome<Services>> {
  const isThere = await hasUnit(system, personFolders(system.user.home));
  if (!isThere.ok) return isThere;
  // Without a manager of their own the person has no session in which it could run.
  if (!isThere.value || !isRunning(processes, ['systemd'], system.user.id)) return NOTHING;
  const units = await showUnits(managerOf(system), [SHARING, HEADLESS], PROPERTIES);
  if (!units.ok) return units;
  const services: Services = [];
  for (const [unit, ending] of [
    [SHARING, ''],
    [HEADLESS, '.headless'],
  ] as const) {
    const state = stateOf(units.value.get(unit));
    if (!state.isOn && !state.startsWithSystem) continue;
    const isShared = await readSettings(system, ending);
    if (!isShared.ok) return isShared;
    // It is the person's own: Workplace turns off what is the system's.
    if (isShared.value) services.push({ name: `GNOME: ${unit}`, ...state, isUnmanaged: true });
  }
  return { ok: true, value: services };
}

async function hasUnit(system: SystemPort, folders: readonly string[]): Promise<Outcome<boolean>> {
  for (const folder of folders) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    if (names.value.some((name) => name === SHARING || name === HEADLESS)) return { ok: true, value: true };
  }
  return { ok: true, value: false };
}

function stateOf(unit: UnitProperties | undefined): { isOn: boolean; startsWithSystem: boolean } {
  const isOn = !['inactive', 'failed', undefined].includes(unit?.['ActiveState']);
  return { isOn, startsWithSystem: !STAYS_OFF.includes(unit?.['UnitFileState'] ?? '') };
}

/** The person's own systemd, wherever this process was started. */
function managerOf(system: SystemPort): SystemPort {
  return {
    ...system,
    // What a scan knows of the system's systemd is nothing that this one says.
    once: (_, read) => read(),
    run: (command) =>
      system.run({
        ...command,
        arguments: ['--user', ...command.arguments],
        environment: { ...command.environment, XDG_RUNTIME_DIR: `/run/user/${system.user.id}` },
      }),
  };
}

/** Whether the settings by which the daemon would run share the screen, by either protocol. */
async function readSettings(system: SystemPort, ending: string): Promise<Outcome<boolean>> {
  const environment = await readManagerEnvironment(system);
  if (!environment.ok) return environment;
  for (const protocol of ['rdp', 'vnc']) {
    const isOn = await readSwitch(system, environment.value, protocol, ending);
    if (!isOn.ok || isOn.value) return isOn;
  }
  return { ok: true, value: false };
}

async function readSwitch(
  system: SystemPort,
  environment: SessionEnvironment,
  protocol: string,
  ending: string,
): Promise<Outcome<boolean>> {
  const schema = `org.gnome.desktop.remote-desktop.${protocol}${ending}`;
  const told = await system.run({
    tool: 'gsettings',
    arguments: ['get', schema, 'enable'],
    timeoutMs: TIMEOUT_MS,
    environment,
  });
  if (!told.ok) return told;
  const word = told.value.stdout.trim();
  if (told.value.code === 0 && (word === 'true' || word === 'false')) return { ok: true, value: word === 'true' };
  // Versions differ in which protocols they have: the daemon reads no settings of one that it has not.
  if (told.value.stderr.trim().startsWith('No such schema')) return { ok: true, value: false };
  return { ok: false, reason: 'unexpected-output', detail: `gsettings: ${told.value.stderr.trim()}` };
}

/** What systemd starts the daemon with. */
async function readManagerEnvironment(system: SystemPort): Promise<Outcome<SessionEnvironment>> {
  const told = await managerOf(system).run({
    tool: 'systemctl',
    arguments: ['show-environment'],
    timeoutMs: TIMEOUT_MS,
  });
  if (!told.ok) return told;
  if (told.value.code !== 0) {
    return { ok: false, reason: 'unexpected-output', detail: `systemctl: ${told.value.stderr.trim()}` };
  }
  const lines = told.value.stdout.split('\n').map((line) => /^(\w+)=(.*)$/.exec(line));
  const all = Object.fromEntries(lines.flatMap((line) => (line === null ? [] : [[line[1] ?? '', line[2] ?? '']])));
  return { ok: true, value: sessionPart(all) };
}
