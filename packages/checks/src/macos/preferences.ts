import { memberOf } from '../json.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { parsePropertyList, type PropertyListValue } from './property-list.ts';
import { notUnderstood, readTool } from './tool.ts';

export type Preferences = Readonly<Record<string, PropertyListValue>>;

export const MANAGED_FOLDER = '/Library/Managed Preferences';

/**
 * A property list of the system, in whichever of its three forms it lies on the disk: the system's own tool converts it.
 * @returns null when there is no such file
 */
export async function readPreferences(system: SystemPort, path: string): Promise<Outcome<Preferences | null>> {
  const file = await system.readFile(path);
  if (!file.ok) return file.reason === 'missing' ? { ok: true, value: null } : file;
  const converted = await readTool(system, 'plutil', [
    '-convert',
    'xml1',
    '-o',
    '-',
    '--',
    `${system.rootFolder ?? ''}${path}`,
  ]);
  if (!converted.ok) return converted;
  const list = parsePropertyList(converted.value);
  return isPreferences(list) ? { ok: true, value: list } : notUnderstood('plutil', `${path} is no list of settings`);
}

function isPreferences(value: PropertyListValue | null): value is Preferences {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What the company's profiles set in a domain; an empty list when they set nothing. A profile for this person wins over
 * one for the computer.
 */
export async function readManaged(system: SystemPort, domain: string): Promise<Outcome<Preferences>> {
  const lists = await Promise.all(managedFiles(system, domain).map((path) => readPreferences(system, path)));
  let merged: Preferences = {};
  for (const list of lists) {
    if (!list.ok) return list;
    merged = { ...merged, ...list.value };
  }
  return { ok: true, value: merged };
}

/** Where profiles for the computer and for this person put a domain, the stronger one last. */
export function managedFiles({ user }: Pick<SystemPort, 'user'>, domain: string): readonly string[] {
  const file = `${domain}.plist`;
  const isName = /^[^/]+$/.test(user.name) && !/^\.+$/.test(user.name);
  return [`${MANAGED_FOLDER}/${file}`, ...(isName ? [`${MANAGED_FOLDER}/${user.name}/${file}`] : [])];
}

/**
 * A setting that is on or off, written as a boolean or as 1 and 0.
 * @returns undefined when it is not set, null when it is set to something else
 */
export function switchOf(preferences: Preferences | null, key: string): boolean | undefined | null {
  const value = memberOf(preferences, key);
  if (value === undefined || typeof value === 'boolean') return value;
  return value === 1 || value === 0 ? value === 1 : null;
}

/** @returns undefined when it is not set, null when it is set to something that is no number from 0 on */
export function amountOf(preferences: Preferences | null, key: string): number | undefined | null {
  const value = memberOf(preferences, key);
  if (value === undefined) return undefined;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
