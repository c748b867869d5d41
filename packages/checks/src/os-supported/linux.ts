import { say } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { OperatingSystemFact } from './definition.ts';
import { readIfThere } from '../linux/if-there.ts';

const MAKERS_FILE = '/usr/lib/os-release';
const FILES = ['/etc/os-release', MAKERS_FILE];

export const linuxOperatingSystem: FactReader = {
  facts: 'operatingSystem',
  operatingSystem: 'linux',
  read: async (system) => {
    for (const path of FILES) {
      const file = await readIfThere(system, path);
      if (!file.ok) return unavailableBecause(system, path, file);
      if (file.value === null) continue;
      const fact = parseOsRelease(file.value);
      if (fact === null)
        return unavailable(system, path, 'unexpected-output', say('This system does not say what it is.'));
      const supportEnd = await readSupportEnd(system, fact);
      return value(system, path, supportEnd === undefined ? fact : { ...fact, supportEnd });
    }
    return unavailable(system, '/etc/os-release', 'not-supported', 'This system does not say what it is.');
  },
  watch: () => FILES,
};

/** A package of the maker brings the file in /usr; the one in /etc may be the administrator's own. Both name one release. */
async function readSupportEnd(system: SystemPort, fact: OperatingSystemFact): Promise<string | undefined> {
  const file = await system.readFile(MAKERS_FILE);
  const makers = file.ok ? parseOsRelease(file.value) : null;
  if (!file.ok || makers?.id !== fact.id || makers.version !== fact.version) return undefined;
  const day = entriesOf(file.value).get('SUPPORT_END') ?? '';
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(day) : null;
  // 31 February is no day.
  return moment?.toJSON()?.startsWith(day) === true ? day : undefined;
}

/** @returns null when the text names no distribution */
export function parseOsRelease(text: string): OperatingSystemFact | null {
  const values = entriesOf(text);
  const id = values.get('ID')?.toLowerCase() ?? '';
  if (!/^[a-z0-9][a-z0-9._-]{0,99}$/.test(id)) return null;
  const version = values.get('VERSION_ID') ?? '';
  const name = values.get('PRETTY_NAME') || `${id} ${version}`.trim();
  return {
    family: 'linux',
    id,
    version: /^\d{1,9}(\.\d{1,9}){0,5}$/.test(version) ? version : null,
    name: name.slice(0, 255),
  };
}

function entriesOf(text: string): ReadonlyMap<string, string> {
  const entries = text
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line.trim()))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', unquote(match[2] ?? '')] as const]));
  return new Map(entries);
}

function unquote(text: string): string {
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text);
  return (quoted?.[1] ?? quoted?.[2] ?? text).replaceAll(/\\(["'$`\\])/g, '$1');
}
