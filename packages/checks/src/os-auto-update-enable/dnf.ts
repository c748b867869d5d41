import { parseBoolean, parseIni } from '../linux/ini-file.ts';
import { isEnabled } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { AutomaticUpdatesFact } from './definition.ts';

/** Timers that run dnf's automatic updates, newest first. The last one installs whatever the configuration says. */
export const DNF_TIMERS = ['dnf5-automatic.timer', 'dnf-automatic.timer', 'dnf-automatic-install.timer'] as const;
const INSTALLING_TIMER = 'dnf-automatic-install.timer';
const ATOMIC_TIMER = 'rpm-ostreed-automatic.timer';

/** The administrator's file first, then the packaged ones. */
export const DNF_FILES = [
  '/etc/dnf/automatic.conf',
  '/etc/dnf/dnf5-plugins/automatic.conf',
  '/usr/share/dnf5/dnf5-plugins/automatic.conf',
  '/usr/share/dnf/automatic.conf',
] as const;

/** Of systems that are replaced as a whole, such as Silverblue. */
export const ATOMIC_FILE = '/etc/rpm-ostreed.conf';

/** Automatic updates of Fedora, Red Hat and what is made from them. */
export async function readDnf(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const enabled = await Promise.all([...DNF_TIMERS, ATOMIC_TIMER].map((timer) => isEnabled(system, timer)));
  const isOn = (timer: string) => enabled[[...DNF_TIMERS, ATOMIC_TIMER].indexOf(timer)] === true;
  if (isOn(ATOMIC_TIMER)) return readAtomic(system);
  const mechanism = 'dnf-automatic';
  if (isOn(INSTALLING_TIMER)) return { ok: true, value: { state: 'on', mechanism } };
  if (!DNF_TIMERS.some(isOn)) {
    if (enabled.every((answer) => answer === null)) return readWithoutTimers(system);
    return { ok: true, value: { state: 'off', mechanism, obstacle: 'The timer of dnf-automatic is turned off' } };
  }
  for (const path of DNF_FILES) {
    const file = await system.readFile(path);
    if (!file.ok && file.reason === 'missing') continue;
    if (!file.ok) return file;
    const ini = parseIni(file.value);
    const setting = ini.groups.get('commands')?.get('apply_updates')?.value;
    if (setting === undefined) continue;
    const applies = parseBoolean(setting);
    if (applies === null)
      return { ok: false, reason: 'unexpected-output', detail: `${path}: apply_updates=${setting}` };
    return { ok: true, value: { state: applies ? 'on' : 'download-only', mechanism } };
  }
  return { ok: true, value: { state: 'download-only', mechanism } };
}

/** No timer exists. GNOME Software may still install what it has downloaded, which nobody can read from a file. */
async function readWithoutTimers(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const systemctl = await system.run({ tool: 'systemctl', arguments: ['--version'], timeoutMs: 5000 });
  if (!systemctl.ok) return systemctl;
  const obstacle = 'The package dnf-automatic is not installed';
  return { ok: true, value: { state: 'off', mechanism: 'dnf-automatic', obstacle } };
}

async function readAtomic(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const mechanism = 'rpm-ostree';
  const file = await system.readFile(ATOMIC_FILE);
  if (!file.ok && file.reason !== 'missing') return file;
  const rule = file.ok ? parseIni(file.value).groups.get('daemon')?.get('automaticupdatepolicy')?.value : undefined;
  if (rule === 'stage' || rule === 'apply') return { ok: true, value: { state: 'on', mechanism } };
  return { ok: true, value: { state: rule === 'check' ? 'download-only' : 'off', mechanism } };
}
