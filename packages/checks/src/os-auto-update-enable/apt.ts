import { isEnabled, isScratch } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import {
  type AptConfiguration,
  isAptConfigurationFile,
  isPeriodicOn,
  parseAptConfiguration,
} from './apt-configuration.ts';
import type { AutomaticUpdatesFact } from './definition.ts';

export const APT_FOLDER = '/etc/apt/apt.conf.d';
export const APT_FILE = '/etc/apt/apt.conf';
export const APT_TIMER = 'apt-daily-upgrade.timer';
export const APT_MECHANISM = 'unattended-upgrades';

const TIMEOUT_MS = 5000;

/** Automatic updates of Debian, Ubuntu and what is made from them. */
export async function readApt(system: SystemPort): Promise<Outcome<AutomaticUpdatesFact>> {
  const settings = await readSettings(system);
  if (!settings.ok) return settings;
  const state = stateOf(settings.value);
  if (state !== 'on') return { ok: true, value: { state, mechanism: APT_MECHANISM } };
  const obstacle = await findObstacle(system);
  if (obstacle === null) return { ok: true, value: { state, mechanism: APT_MECHANISM } };
  return { ok: true, value: { state: 'off', mechanism: APT_MECHANISM, obstacle } };
}

function stateOf(settings: AptConfiguration): AutomaticUpdatesFact['state'] {
  const isOn = (name: string) => isPeriodicOn(settings.get(`apt::periodic::${name}`));
  // Without a setting the jobs run; APT::Periodic::Enable "0" turns all of them off.
  if (settings.has('apt::periodic::enable') && !isOn('enable')) return 'off';
  if (!isOn('update-package-lists')) return 'off';
  if (isOn('unattended-upgrade')) return 'on';
  return isOn('download-upgradeable-packages') ? 'download-only' : 'off';
}

/** Asks apt-config, which knows every include. It cannot look below another root folder: there the files answer. */
async function readSettings(system: SystemPort): Promise<Outcome<AptConfiguration>> {
  if (!isScratch(system)) {
    const dump = await system.run({
      tool: 'apt-config',
      arguments: ['dump', 'APT::Periodic'],
      timeoutMs: TIMEOUT_MS,
    });
    if (dump.ok && dump.value.code === 0) return { ok: true, value: parseAptConfiguration(dump.value.stdout) };
    if (dump.ok) return { ok: false, reason: 'unexpected-output', detail: `apt-config: ${dump.value.stderr.trim()}` };
    if (dump.reason !== 'tool-missing') return dump;
  }
  return readFiles(system);
}

async function readFiles(system: SystemPort): Promise<Outcome<AptConfiguration>> {
  const folder = await system.listFolder(APT_FOLDER);
  if (!folder.ok && folder.reason !== 'missing') return folder;
  const names = folder.ok ? folder.value.filter(isAptConfigurationFile) : [];
  const settings: AptConfiguration = new Map();
  for (const path of [...names.map((name) => `${APT_FOLDER}/${name}`), APT_FILE]) {
    const file = await system.readFile(path);
    if (file.ok) parseAptConfiguration(file.value, settings);
    else if (file.reason !== 'missing') return file;
  }
  return { ok: true, value: settings };
}

/** What keeps the settings from having an effect; null when nothing is known to. */
async function findObstacle(system: SystemPort): Promise<string | null> {
  if ((await isUpgraderInstalled(system)) === false) return 'The package unattended-upgrades is not installed';
  return (await isEnabled(system, APT_TIMER)) === false ? `The timer ${APT_TIMER} is turned off` : null;
}

/** @returns null where no package system tells, as below a scratch folder */
export async function isUpgraderInstalled(system: SystemPort): Promise<boolean | null> {
  const packages = await system.listFolder('/var/lib/dpkg');
  if (!packages.ok) return null;
  const program = await system.readFile('/usr/bin/unattended-upgrade');
  if (program.ok) return true;
  return program.reason === 'missing' ? false : null;
}
