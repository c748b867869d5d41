import { isScratch, readUnits } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';

export const UFW_FILE = '/etc/ufw/ufw.conf';

/** Where rules that start with the system are written; a distribution has one of them. */
export const NFTABLES_FILES = ['/etc/nftables.conf', '/etc/sysconfig/nftables.conf', '/etc/nftables.nft'] as const;

interface Manager {
  readonly name: string;
  /** It is turned on, or there are rules of its own. */
  readonly isOn: boolean;
}

/**
 * What looks after the rules: a manager that is on, else nftables where the kernel has rules, else the manager that would if it
 * were on. That a manager is on says nothing of what it lets in.
 */
export async function findManager(system: SystemPort, hasRules: boolean): Promise<Manager> {
  const [units, isUfwOn] = await Promise.all([readFirewalld(system), readUfw(system)]);
  if (units === 'active') return { name: 'firewalld', isOn: true };
  if (isUfwOn === true) return { name: 'ufw', isOn: true };
  if (hasRules) return { name: 'nftables', isOn: true };
  if (units === 'loaded') return { name: 'firewalld', isOn: false };
  return { name: isUfwOn === null ? 'nftables' : 'ufw', isOn: false };
}

async function readFirewalld(system: SystemPort): Promise<'active' | 'loaded' | null> {
  if (isScratch(system)) return null;
  const units = await readUnits(system, ['firewalld.service']);
  const unit = units.ok ? units.value.get('firewalld.service') : undefined;
  if (unit?.isLoaded !== true) return null;
  return unit.isActive ? 'active' : 'loaded';
}

/** Whether ufw is to be on; null where it is not installed. */
export async function readUfw(system: SystemPort): Promise<boolean | null> {
  const file = await system.readFile(UFW_FILE);
  return file.ok ? parseUfw(file.value) : null;
}

/** A shell file: the last assignment counts. */
function parseUfw(text: string): boolean | null {
  const values = [...text.matchAll(/^[ \t]*ENABLED[ \t]*=[ \t]*["']?(yes|no)["']?[ \t]*(?:#.*)?$/gim)];
  const last = values.at(-1)?.[1];
  return last === undefined ? null : last.toLowerCase() === 'yes';
}
