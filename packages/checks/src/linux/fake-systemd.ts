import type { FakeSystemOptions } from '../fake-system.ts';
import type { Command } from '../system-port.ts';

type Units = Readonly<Record<string, Readonly<Record<string, string>>>>;

const ABSENT: Readonly<Record<string, string>> = { LoadState: 'not-found', ActiveState: 'inactive', UnitFileState: '' };

/**
 * `systemctl` on a computer with these units, for tests: what is asked of others, it answers as systemd does of units that
 * are not there.
 */
export function fakeSystemd(
  units: Units,
  manager: Readonly<Record<string, string>> = {},
): FakeSystemOptions['commands'] {
  return {
    systemctl: ({ arguments: words }: Command) => {
      const [verb] = words;
      const properties = words[words.indexOf('-p') + 1] ?? '';
      const asked = words.slice(words.indexOf('--') + 1);
      if (verb === 'show' && !words.includes('--')) return linesOf(properties, manager);
      if (verb === 'show') {
        // A pattern fits what is loaded, which here is all that there is.
        const named = asked.flatMap((unit) =>
          unit.startsWith('*') ? Object.keys(units).filter((name) => name.endsWith(unit.slice(1))) : [unit],
        );
        return named
          .map((unit) => linesOf(properties, { Names: unit, ...usual(unit), ...(units[unit] ?? ABSENT) }))
          .join('\n');
      }
      if (verb !== 'is-enabled') return '';
      const word = units[asked[0] ?? '']?.['UnitFileState'];
      return word === undefined ? { code: 4, stdout: '', stderr: 'not found' } : `${word}\n`;
    },
  };
}

/** What systemd says of every unit of a package, and of every timer. */
function usual(unit: string): Readonly<Record<string, string>> {
  const FragmentPath = `/lib/systemd/system/${unit}`;
  return unit.endsWith('.timer')
    ? {
        FragmentPath,
        Unit: unit.replace('.timer', '.service'),
        SubState: 'waiting',
        NextElapseUSecRealtime: 'Sun 2026-11-22 06:31:07 UTC',
      }
    : { FragmentPath };
}

function linesOf(properties: string, values: Readonly<Record<string, string>>): string {
  return `${properties
    .split(',')
    .map((name) => `${name}=${values[name] ?? ''}`)
    .join('\n')}\n`;
}
