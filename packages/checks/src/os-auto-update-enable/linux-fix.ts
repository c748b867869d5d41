import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { replaceFile, takeBack, undoOf } from '../linux/backup.ts';
import { parseIni, setIniValues } from '../linux/ini-file.ts';
import { enableUnits, isEnabled, isScratch, showUnits } from '../linux/systemd.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { APT_FOLDER, APT_SERVICES, APT_TIMERS, isUpgraderInstalled } from './apt.ts';
import { DNF_FILES } from './dnf.ts';
import { findPackageSystem } from './linux.ts';

const APT_FIX_FILE = `${APT_FOLDER}/20auto-upgrades`;

const APT_FIX_CONTENT = `APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
`;

const INSTALL_TIMEOUT_MS = 110_000;
const FIRST_RUN_MS = 60_000;

export const linuxAutomaticUpdatesFix: CheckFix = {
  type: 'OsAutoUpdateEnable',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    switch (await findPackageSystem(system)) {
      case 'apt':
        return fixApt(system);
      case 'dnf':
        return fixDnf(system);
      case 'zypper':
      case 'snap':
      case null:
        return { ok: false, reason: 'not-supported', detail: say('Neither APT nor DNF looks after this system.') };
    }
  },
};

async function fixApt(system: ChangePort): Promise<Outcome<{ readonly undo: Said }>> {
  const masked = await findMasked(system);
  if (masked !== undefined) {
    return { ok: false, reason: 'not-supported', detail: say('The service {name} is disabled', { name: masked }) };
  }
  const replaced = await replaceFile(system, APT_FIX_FILE, APT_FIX_CONTENT);
  if (!replaced.ok) return replaced;
  if ((await isUpgraderInstalled(system)) === false && !isScratch(system)) {
    const installed = await installPackage(system, 'apt-get', ['install', '-y', '-q', 'unattended-upgrades']);
    if (!installed.ok) {
      // Without a network nothing comes of it: no file stays behind that says otherwise.
      await takeBack(system, replaced.value);
      return installed;
    }
  }
  const enabled = await Promise.all(APT_TIMERS.map((timer) => isEnabled(system, timer)));
  const off = APT_TIMERS.filter((_, index) => enabled[index] === false);
  if (off.length > 0) {
    const turnedOn = await enableUnits(system, APT_TIMERS);
    if (!turnedOn.ok) return turnedOn;
  }
  await startFirstRun(system, APT_SERVICES);
  const commands = off.length > 0 ? `systemctl disable --now ${off.join(' ')}` : undefined;
  return { ok: true, value: { undo: undoOf(replaced.value, commands) } };
}

/** A job that an administrator has masked is not for Workplace to open, and without it no setting counts. */
async function findMasked(system: ChangePort): Promise<string | undefined> {
  if (isScratch(system)) return undefined;
  const shown = await showUnits(system, APT_SERVICES, ['LoadState']);
  return shown.ok ? APT_SERVICES.find((name) => shown.value.get(name)?.['LoadState'] === 'masked') : undefined;
}

async function fixDnf(system: ChangePort): Promise<Outcome<{ readonly undo: Said }>> {
  const [timer, path] =
    (await isEnabled(system, 'dnf5-automatic.timer')) === null
      ? (['dnf-automatic.timer', DNF_FILES[0]] as const)
      : (['dnf5-automatic.timer', DNF_FILES[1]] as const);
  if ((await isEnabled(system, timer)) === null) {
    return { ok: false, reason: 'tool-missing', detail: say('The package dnf-automatic is not installed.') };
  }
  const former = await system.readFile(path);
  if (!former.ok && former.reason !== 'missing') return former;
  const text = former.ok ? former.value : '';
  const isSet = parseIni(text).groups.get('commands')?.get('apply_updates')?.value === 'yes';
  const replaced = await replaceFile(
    system,
    path,
    isSet ? text : setIniValues(text, 'commands', { apply_updates: 'yes', download_updates: 'yes' }),
  );
  if (!replaced.ok) return replaced;
  const enabled = await enableUnits(system, [timer]);
  if (!enabled.ok) return enabled;
  await startFirstRun(system, [timer.replace(/timer$/, 'service')]);
  return { ok: true, value: { undo: undoOf(replaced.value, `systemctl disable --now ${timer}`) } };
}

/** The first run is the proof. It may take longer than anybody waits: then it goes on, and the check passes afterwards. */
async function startFirstRun(system: ChangePort, services: readonly string[]): Promise<void> {
  if (isScratch(system)) return;
  await system.run({ tool: 'systemctl', arguments: ['start', '--', ...services], timeoutMs: FIRST_RUN_MS });
}

async function installPackage(system: ChangePort, tool: string, words: readonly string[]): Promise<Outcome<void>> {
  const run = await system.run({ tool, arguments: words, timeoutMs: INSTALL_TIMEOUT_MS });
  if (!run.ok) return run;
  if (run.value.code === 0) return { ok: true, value: undefined };
  return { ok: false, reason: 'unexpected-output', detail: `${tool}: ${run.value.stderr.trim().slice(-300)}` };
}
