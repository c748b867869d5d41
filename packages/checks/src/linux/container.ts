import type { SystemPort } from '../system-port.ts';

/** Files that container engines leave inside. */
const MARKERS = ['/.dockerenv', '/run/.containerenv', '/run/systemd/container'];

/** Whether this system runs inside another one that owns the disk: a container, or Linux under Windows. */
export async function isContainer(system: SystemPort): Promise<boolean> {
  const [kernel, ...markers] = await Promise.all([
    system.readFile('/proc/sys/kernel/osrelease'),
    ...MARKERS.map((path) => system.readFile(path)),
  ]);
  return markers.some((marker) => marker?.ok) || (kernel.ok && /microsoft/i.test(kernel.value));
}
