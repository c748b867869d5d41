import type { OperatingSystem } from '@vestibule/contracts';

/**
 * Files by fact group that change with the facts and of which the system tells no event. macOS and Windows have none that
 * can be read cheaply: what changes there without a file is seen when the page asks next.
 */
const SIGNS: Readonly<Record<OperatingSystem, Readonly<Record<string, readonly string[]>>>> = {
  linux: { encryption: ['/proc/self/mountinfo', '/proc/swaps'] },
  macos: {},
  windows: {},
};

export function silentSigns(operatingSystem: OperatingSystem): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(SIGNS[operatingSystem]));
}
