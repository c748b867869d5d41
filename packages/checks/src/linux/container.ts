import { memberOf, parseJson } from '../json.ts';
import type { SystemPort } from '../system-port.ts';

/** Files that container engines and systemd leave in memory, where no one but the first process of a system puts any. */
const MARKERS = ['/run/.containerenv', '/run/systemd/container'];
/** This one lies on the disk, where anybody's script may have left it. */
const DOCKER_MARKER = '/.dockerenv';

/**
 * Whether this system runs inside another one that owns the disk: a container, or Linux under Windows. A file that says so
 * is not believed where the threads of the kernel are seen, as they are only in the outermost system; and Docker's only where
 * the root folder is one that Docker makes.
 */
export async function isContainer(system: SystemPort): Promise<boolean> {
  const [release, second, docker, ...markers] = await Promise.all(
    ['/proc/sys/kernel/osrelease', '/proc/2/comm', DOCKER_MARKER, ...MARKERS].map((path) => system.readFile(path)),
  );
  if (release?.ok && /microsoft/i.test(release.value)) return true;
  if (second?.ok && second.value.trim() === 'kthreadd') return false;
  if (markers.some((marker) => marker.ok)) return true;
  return docker?.ok === true && (await hasLayeredRoot(system));
}

async function hasLayeredRoot(system: SystemPort): Promise<boolean> {
  const mount = await system.run({ tool: 'findmnt', arguments: ['-J', '-o', 'FSTYPE', '-T', '/'], timeoutMs: 5000 });
  const type = mount.ok ? memberOf(parseJson(mount.value.stdout), 'filesystems', 0, 'fstype') : undefined;
  return type === 'overlay' || type === 'fuse.fuse-overlayfs';
}
