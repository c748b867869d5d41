import type { SystemPort } from '../system-port.ts';

/** Parts of the kernel that keep packets from coming in; without any of them it filters nothing. */
export const FILTER_MODULES: readonly string[] = [
  'nf_tables',
  ...['ip', 'ip6'].flatMap((family) =>
    ['filter', 'raw', 'mangle', 'security'].map((table) => `${family}table_${table}`),
  ),
];

/**
 * Whether the kernel has loaded any of some modules: what an ordinary person may know of its rules.
 * @returns null where it does not say, or has them built in
 */
export async function mayFilter(system: SystemPort, modules = FILTER_MODULES): Promise<boolean | null> {
  const [loaded, release] = await Promise.all(
    ['/proc/modules', '/proc/sys/kernel/osrelease'].map((path) => system.readFile(path)),
  );
  if (loaded?.ok !== true || release?.ok !== true) return null;
  const builtIn = await system.readFile(`/lib/modules/${release.value.trim()}/modules.builtin`);
  if (!builtIn.ok || loaded.value.trim() === '') return null;
  const names = [
    ...[...loaded.value.matchAll(/^(\S+) /gm)].map(([, name]) => name),
    ...[...builtIn.value.matchAll(/\/([^/\s]+)\.ko$/gm)].map(([, name]) => name?.replaceAll('-', '_')),
  ];
  return modules.some((module) => names.includes(module));
}
