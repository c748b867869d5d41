import { isRunning, listProcesses } from '../linux/processes.ts';
import { isEnabled, isScratch, readUnits } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import { dropsInput } from './nft-file.ts';

export const UFW_FILE = '/etc/ufw/ufw.conf';

/** What a program that manages the firewall says without an administrator; null when it is not there or is silent. */
export interface ManagerAnswer {
  readonly manager: string;
  readonly isOn: boolean;
  readonly source: string;
}

/** The word of the managers: one that is on decides; else one that is there and off. */
export async function askManagers(system: SystemPort): Promise<ManagerAnswer | null> {
  const answers = [await askFirewalld(system), await askUfw(system), await askNftablesService(system)].filter(
    (answer) => answer !== null,
  );
  return answers.find(({ isOn }) => isOn) ?? answers[0] ?? null;
}

async function askFirewalld(system: SystemPort): Promise<ManagerAnswer | null> {
  if (isScratch(system)) return null;
  const answer = { manager: 'firewalld', source: 'firewalld' };
  const units = await readUnits(system, ['firewalld.service']);
  if (units.ok) {
    const unit = units.value.get('firewalld.service');
    return unit?.isLoaded === true ? { ...answer, isOn: unit.isActive } : null;
  }
  const processes = await listProcesses(system);
  return processes.ok && isRunning(processes.value, ['firewalld']) ? { ...answer, isOn: true } : null;
}

/** The file decides: the unit says 'active' even when the firewall is off. It must start with the system all the same. */
async function askUfw(system: SystemPort): Promise<ManagerAnswer | null> {
  const answer = await readUfw(system);
  if (answer === null || !answer) return answer === null ? null : { manager: 'ufw', isOn: false, source: UFW_FILE };
  const starts = await isEnabled(system, 'ufw.service');
  return { manager: 'ufw', isOn: starts !== false, source: UFW_FILE };
}

async function readUfw(system: SystemPort): Promise<boolean | null> {
  const file = await system.readFile(UFW_FILE);
  return file.ok ? parseUfw(file.value) : null;
}

/** A shell file: the last assignment counts. */
export function parseUfw(text: string): boolean | null {
  const values = [...text.matchAll(/^[ \t]*ENABLED[ \t]*=[ \t]*["']?(yes|no)["']?[ \t]*(?:#.*)?$/gim)];
  const last = values.at(-1)?.[1];
  return last === undefined ? null : last.toLowerCase() === 'yes';
}

/** Where rules that start with the system are written; a distribution has one of them. */
export const NFTABLES_FILES = ['/etc/nftables.conf', '/etc/sysconfig/nftables.conf', '/etc/nftables.nft'] as const;

/**
 * The service of nftables loads a file that anybody can read. It speaks for the firewall only when it starts with the
 * system and the file holds an input chain that drops; that it holds none proves nothing.
 */
async function askNftablesService(system: SystemPort): Promise<ManagerAnswer | null> {
  if ((await isEnabled(system, 'nftables.service')) !== true) return null;
  for (const path of NFTABLES_FILES) {
    const text = await readWithIncludes(system, path);
    if (text !== null && dropsInput(text)) return { manager: 'nftables', isOn: true, source: path };
  }
  return null;
}

async function readWithIncludes(system: SystemPort, path: string): Promise<string | null> {
  const file = await system.readFile(path);
  if (!file.ok) return null;
  const text = file.value.replace(/#.*$/gm, '');
  const includes = [...text.matchAll(/^\s*include\s+"(\/[^"*]+)"/gm)].map(([, included]) => included ?? '');
  const parts = await Promise.all(includes.map((included) => system.readFile(included)));
  return [text, ...parts.map((part) => (part.ok ? part.value.replace(/#.*$/gm, '') : ''))].join('\n');
}
