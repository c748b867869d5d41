import { type Said, say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { enableUnits, isEnabled, isScratch } from '../linux/systemd.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { NFTABLES_FILES } from './firewall-managers.ts';
import { OWN_TABLE, ownTable } from './own-table.ts';
import { findSshPorts } from './ssh-ports.ts';

type Undo = Outcome<{ readonly undo: Said }>;

const RULES_FILE = '/etc/nftables.d/workplace.nft';
const INCLUDE = `include "${RULES_FILE}"`;
const TIMEOUT_MS = 20_000;

/**
 * Turns on the firewall that is installed, else loads a small one of our own. Below another root folder ufw and
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

async function enableUfw(system: ChangePort): Promise<Undo> {
  for (const port of await findSshPorts(system)) {
    const allowed = await run(system, 'ufw', ['allow', `${port}/tcp`]);
    if (!allowed.ok) return allowed;
  }
  const enabled = await run(system, 'ufw', ['--force', 'enable']);
  return enabled.ok ? undo(asAdministrator('ufw disable')) : enabled;
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
  const enabled = await enableUnits(system, ['firewalld.service']);
  if (!enabled.ok) return enabled;
  await run(system, 'firewall-cmd', ['--state']);
  return undo(asAdministrator('systemctl disable --now firewalld'));
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
