import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { OperatingSystemFact } from './definition.ts';
import { readIfThere } from '../linux/if-there.ts';

const FILES = ['/etc/os-release', '/usr/lib/os-release'];

export const linuxOperatingSystem: FactReader = {
  facts: 'operatingSystem',
  operatingSystem: 'linux',
  read: async (system) => {
    for (const path of FILES) {
      const file = await readIfThere(system, path);
      if (!file.ok) return unavailableBecause(system, path, file);
      if (file.value === null) continue;
      const fact = parseOsRelease(file.value);
      if (fact === null) return unavailable(system, path, 'unexpected-output', 'The file names no system.');
      return value(system, path, fact);
    }
    return unavailable(system, '/etc/os-release', 'not-supported', 'This system does not say what it is.');
  },
  watch: () => FILES,
};

/** @returns null when the text names no distribution */
export function parseOsRelease(text: string): OperatingSystemFact | null {
  const entries = text
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line.trim()))
    .flatMap((match) => (match === null ? [] : [[match[1] ?? '', unquote(match[2] ?? '')] as const]));
  const values = new Map(entries);
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

function unquote(text: string): string {
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(text);
  return (quoted?.[1] ?? quoted?.[2] ?? text).replaceAll(/\\(["'$`\\])/g, '$1');
}
