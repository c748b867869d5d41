import type { Synthetic } from '../synthetic.ts';
import { compareVersions } from '../version-number.ts';

export function syntheticOperatingSystem({ isBad, look, laptop, parametersOf }: Synthetic): unknown {
  if (isBad('OSSupported')) return { family: laptop.system, ...look.tooOld };
  const { minimumWindows, minimumMacos, minimumLinux } = parametersOf('OSSupported');
  if (laptop.system === 'linux') return { family: 'linux', ...acceptedLinux(minimumLinux, look.current) };
  const minimum = laptop.system === 'windows' ? minimumWindows : minimumMacos;
  const isWanted = typeof minimum === 'string' && isNewer(minimum, look.current.version);
  return { family: laptop.system, ...look.current, ...(isWanted ? { version: minimum } : {}) };
}

/** The usual distribution, or one that the policy names. */
function acceptedLinux(minimums: unknown, usual: Synthetic['look']['current']): Synthetic['look']['current'] {
  const named = Object.entries(typeof minimums === 'object' && minimums !== null ? minimums : {});
  const [id = usual.id, minimum] = named.find(([name]) => name === usual.id) ?? named[0] ?? [];
  if (typeof minimum !== 'string') return usual;
  const version = minimum === 'any' || isNewer(usual.version, minimum) ? usual.version : minimum;
  return { id, version, name: id === usual.id ? usual.name : id };
}

function isNewer(version: string, than: string): boolean {
  return (compareVersions(version, than) ?? 0) > 0;
}
