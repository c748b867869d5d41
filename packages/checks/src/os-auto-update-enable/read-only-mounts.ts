import type { SystemPort } from '../system-port.ts';
import type { AptLists } from './apt-origins.ts';

/** Where programs go, and where dpkg keeps what it knows of them. */
const WRITTEN = ['/usr', '/var/lib/dpkg'];

/** File systems that can be mounted for writing whenever root wants. */
const WRITABLE = ['btrfs', 'ext2', 'ext3', 'ext4', 'f2fs', 'jfs', 'xfs', 'zfs'];

/** One line of proc_pid_mountinfo(5): where it lies, and whether it, or the file system in it, is read-only. */
interface Mount {
  readonly point: string;
  readonly isReadOnly: boolean;
  readonly isDiskReadOnly: boolean;
  readonly kind: string;
}

/**
 * Where nothing can be written, nothing is installed. The reader itself may write nowhere: to it every mount is read-only, which
 * says nothing of the computer. The file system under a mount is the same for all.
 * @returns the place that lies there read-only, and that no command of APT makes writable first
 */
export async function findReadOnly(system: SystemPort, lists: AptLists): Promise<string | null> {
  const file = await system.readFile('/proc/self/mountinfo');
  const mounts = (file.ok ? file.value : '').split('\n').flatMap((line) => parseMount(line) ?? []);
  const mayWriteSomewhere = nearestTo(mounts, '/')?.isReadOnly === false;
  const isReadOnly = (place: string) => {
    const mount = nearestTo(mounts, place);
    if (mount === undefined || isMadeWritable(mount, lists)) return false;
    return mount.isDiskReadOnly || (mayWriteSomewhere && mount.isReadOnly);
  };
  return WRITTEN.find(isReadOnly) ?? null;
}

function parseMount(line: string): Mount | null {
  const [own = '', disk = ''] = line.split(' - ');
  const [, , , , point, options] = own.split(' ');
  const [kind, , optionsOfDisk] = disk.split(' ');
  if (point === undefined || options === undefined || kind === undefined || optionsOfDisk === undefined) return null;
  const isIn = (list: string) => list.split(',').includes('ro');
  return { point, isReadOnly: isIn(options), isDiskReadOnly: isIn(optionsOfDisk), kind };
}

function nearestTo(mounts: readonly Mount[], place: string): Mount | undefined {
  const over = mounts.filter(({ point }) => point === '/' || point === place || place.startsWith(`${point}/`));
  // The longest is the nearest; of several at one place the last lies on top.
  const longest = Math.max(...over.map(({ point }) => point.length));
  return over.findLast(({ point }) => point.length === longest);
}

/** By a command before installing, as the hardening guides of Debian have it. */
function isMadeWritable({ point, kind }: Mount, lists: AptLists): boolean {
  const commands = lists.get('dpkg::pre-invoke') ?? [];
  return WRITABLE.includes(kind) && commands.some((command) => command.trim() === `mount -o remount,rw ${point}`);
}
