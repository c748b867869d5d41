import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { enableUnits, isEnabled, isScratch, readUnits } from '../linux/systemd.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { NFTABLES_FILES, readUfw } from './firewall-managers.ts';
import { OWN_TABLE, ownTable } from './own-table.ts';
import { findSshPorts } from './ssh-ports.ts';

type Undo = Outcome<{ readonly undo: Said }>;

/** Nothing was changed: anyone who wrote such rules meant something by them. */
const OWN_RULES: Outcome<never> = {
  ok: false,
  reason: 'not-supported',
  detail: say('The firewall is on, but its own rules let other computers in. Ask your support to look at them.'),
};

const RULES_FILE = '/etc/nftables.d/workplace.nft';
const INCLUDE = `include "${RULES_FILE}"`;
const TIMEOUT_MS = 20_000;

/**
 * Turns on the firewall that is installed, now and at every start, else loads a small one of our own. Where it is on and lets
 * everything in by a default, the default is changed; rules that someone wrote are not. Below another root folder ufw and
 * firewalld are left alone: they would change the real system.
 */
export const linuxFirewallFix: CheckFix = {
  type: 'FirewallEnable',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    if (!isScratch(system)) {
      const ufw = await run(system, 'ufw', ['--version']);
      if (ufw.ok) return enableUfw(system);
      if (await isFirewalldInstalled(system)) return enableFirewalld(system);
    }
    return loadOwnTable(system);
  },
};

const UFW_SERVICE = 'ufw.service';
const UFW_DEFAULTS = '/etc/default/ufw';

async function enableUfw(system: ChangePort): Promise<Undo> {
  const [wasOn, starts, defaults] = await Promise.all([
    readUfw(system),
    isEnabled(system, UFW_SERVICE),
    system.readFile(UFW_DEFAULTS),
  ]);
  const letsIn = defaults.ok && /^\s*DEFAULT_INPUT_POLICY\s*=\s*"?ACCEPT"?/m.test(defaults.value);
  if (wasOn === true && starts !== false && !letsIn && (await hasUfwRules(system))) return OWN_RULES;
  for (const port of await findSshPorts(system)) {
    const allowed = await run(system, 'ufw', ['allow', `${port}/tcp`]);
    if (!allowed.ok) return allowed;
  }
  if (letsIn) {
    const denied = await run(system, 'ufw', ['default', 'deny', 'incoming']);
    if (!denied.ok) return denied;
  }
  const enabled = await run(system, 'ufw', ['--force', 'enable']);
  if (!enabled.ok) return enabled;
  if (starts === false) {
    const atStart = await run(system, 'systemctl', ['enable', UFW_SERVICE]);
    if (!atStart.ok) return atStart;
  }
  const back = [
    ...(letsIn ? ['ufw default allow incoming'] : []),
    ...(starts === false ? [`systemctl disable ${UFW_SERVICE}`] : []),
    ...(wasOn === true ? [] : ['ufw disable']),
  ];
  return undo(back.length === 0 ? say('Nothing had to be changed.') : asAdministrator(back.join(' && ')));
}

/** Whether the kernel has what ufw loads: where it was taken away, ufw has to load it again. */
async function hasUfwRules(system: ChangePort): Promise<boolean> {
  const rules = await run(system, 'nft', ['list', 'ruleset']);
  return rules.ok && rules.value.includes('ufw-before-input');
}

/** Its tool answers with an error while the service is stopped, even when it is only asked for its version. */
async function isFirewalldInstalled(system: ChangePort): Promise<boolean> {
  const answer = await system.run({ tool: 'firewall-cmd', arguments: ['--version'], timeoutMs: TIMEOUT_MS });
  return answer.ok;
}

/**
 * Its usual zone lets SSH in. The service counts as started before its rules are loaded; its tool answers only when they
 * are, so that the check is not read too early.
 */
async function enableFirewalld(system: ChangePort): Promise<Undo> {
  const unit = 'firewalld.service';
  const [units, starts] = await Promise.all([readUnits(system, [unit]), isEnabled(system, unit)]);
  if (units.ok && units.value.get(unit)?.isActive === true && starts !== false) return keepStrangersOut(system);
  const enabled = await enableUnits(system, [unit]);
  if (!enabled.ok) return enabled;
  await run(system, 'firewall-cmd', ['--state']);
  return undo(asAdministrator('systemctl disable --now firewalld'));
}

/** It is on: its rules may have been taken away, or its usual zone may be the one that lets everything in. */
async function keepStrangersOut(system: ChangePort): Promise<Undo> {
  const zone = await run(system, 'firewall-cmd', ['--get-default-zone']);
  if (!zone.ok) return zone;
  if (zone.value.trim() === 'trusted') {
    const changed = await run(system, 'firewall-cmd', ['--set-default-zone=public']);
    return changed.ok ? undo(asAdministrator('firewall-cmd --set-default-zone=trusted')) : changed;
  }
  const rules = await run(system, 'nft', ['list', 'tables']);
  if (rules.ok && rules.value.includes('firewalld')) return OWN_RULES;
  const loaded = await run(system, 'firewall-cmd', ['--complete-reload']);
  return loaded.ok ? undo(say('Nothing had to be changed.')) : loaded;
}

/** Loaded now, and included where the system loads its rules, so that it is there after a restart as well. */
async function loadOwnTable(system: ChangePort): Promise<Undo> {
  const rules = await system.writeFile(RULES_FILE, ownTable(await findSshPorts(system)), { mode: 0o644 });
  if (!rules.ok) return rules;
  const loaded = await run(system, 'nft', ['-f', `${system.rootFolder ?? ''}${RULES_FILE}`]);
  if (!loaded.ok) {
    await system.removeFile(RULES_FILE);
    return loaded;
  }
  const included = await includeRules(system);
  if (!included.ok) return included;
  const mustEnable = (await isEnabled(system, 'nftables.service')) === false;
  if (mustEnable) {
    const enabled = await enableAtStart(system);
    if (!enabled.ok) return enabled;
  }
  const values = { table: OWN_TABLE, file: RULES_FILE, path: included.value };
  return undo(
    mustEnable
      ? say(
          'To take it back, run as an administrator: nft delete table {table}, then delete {file} and its include line in {path}, and run: systemctl disable nftables.',
          values,
        )
      : say(
          'To take it back, run as an administrator: nft delete table {table}, then delete {file} and its include line in {path}.',
          values,
        ),
  );
}

/** At every start, but not now: the service would first remove every rule that is loaded. */
async function enableAtStart(system: ChangePort): Promise<Outcome<void>> {
  const root = isScratch(system) ? [`--root=${system.rootFolder}`] : [];
  const enabled = await run(system, 'systemctl', [...root, 'enable', 'nftables.service']);
  return enabled.ok ? { ok: true, value: undefined } : enabled;
}

/** Adds one line to the file that is loaded at start and leaves the others as they are. @returns that file's path */
async function includeRules(system: ChangePort): Promise<Outcome<string>> {
  for (const path of NFTABLES_FILES) {
    const file = await system.readFile(path);
    if (!file.ok && file.reason === 'missing') continue;
    if (!file.ok) return file;
    if (file.value.split('\n').some((line) => line.trim() === INCLUDE)) return { ok: true, value: path };
    const separator = file.value === '' || file.value.endsWith('\n') ? '' : '\n';
    const written = await system.writeFile(path, `${file.value}${separator}${INCLUDE}\n`);
    return written.ok ? { ok: true, value: path } : written;
  }
  const [path] = NFTABLES_FILES;
  const written = await system.writeFile(path, `#!/usr/sbin/nft -f\n${INCLUDE}\n`, { mode: 0o755 });
  return written.ok ? { ok: true, value: path } : written;
}

async function run(system: ChangePort, tool: string, words: readonly string[]): Promise<Outcome<string>> {
  const result = await system.run({ tool, arguments: words, timeoutMs: TIMEOUT_MS });
  if (!result.ok) return result;
  if (result.value.code === 0) return { ok: true, value: result.value.stdout };
  const reason = /not permitted|need to be root/i.test(result.value.stderr) ? 'access-denied' : 'unexpected-output';
  return { ok: false, reason, detail: `${tool}: ${result.value.stderr.trim()}` };
}

function asAdministrator(commands: string): Said {
  return say('To take it back, run as an administrator: {commands}', { commands });
}

function undo(sentence: Said): Undo {
  return { ok: true, value: { undo: sentence } };
}
