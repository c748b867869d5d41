import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull, textOrNull } from '../windows/values.ts';

const driveSchema = z.object({
  drive: z.string().check(z.regex(/^[A-Z]:$/i)),
  fileSystem: textOrNull,
  size: numberOrNull,
  /** 'Fixed hard disk media', 'External hard disk media', 'Removable Media'; null for what lies on no disk of its own. */
  media: textOrNull,
  bus: textOrNull,
  /** How Windows names the disk: 'USBSTOR\DISK&VEN_…'. */
  device: textOrNull,
  protection: numberOrNull,
});
export type WindowsDrive = z.infer<typeof driveSchema>;

const drivesSchema = z.object({ drives: z.array(driveSchema).check(z.maxLength(32)) });

/** Tools of makers lie on FAT, and are not large. */
const TOOLS_BYTES = 8 * 1024 ** 3;
const LETS_GO = /^(?:External|Removable)/i;
const PLUGGED = /^(?:USB|1394)/i;
const IMAGE = /&(?:VEN_MSFT&PROD_VIRTUAL_DISK|PROD_VIRTUAL_DISK)/i;

/**
 * Drives next to the one that Windows runs from, as far as they hold what people work with and stay in the computer.
 * @param systemDrive such as 'C:'
 */
export async function readOtherDrives(
  system: SystemPort,
  systemDrive: string,
): Promise<Outcome<readonly WindowsDrive[]>> {
  const section = await readSection(system, 'drives', drivesSchema);
  if (!section.ok) return section;
  const { drives } = section.value;
  const own = drives.find(({ drive }) => drive.toUpperCase() === systemDrive.toUpperCase());
  if (own === undefined) return { ok: false, reason: 'unexpected-output', detail: 'drives: without that of Windows' };
  // In a virtual machine every disk is an image; on another computer one lies as a file on a drive that is asked itself.
  const isVirtual = IMAGE.test(own.device ?? '');
  const counts = (drive: WindowsDrive) =>
    drive !== own && (isVirtual || !IMAGE.test(drive.device ?? '')) && staysInside(drive) && holdsWork(drive);
  return { ok: true, value: drives.filter(counts) };
}

function staysInside({ media, bus, device }: WindowsDrive): boolean {
  return !LETS_GO.test(media ?? '') && !PLUGGED.test(bus ?? '') && !PLUGGED.test(device ?? '');
}

function holdsWork({ fileSystem, size, device }: WindowsDrive): boolean {
  // A locked drive does not say what is on it.
  if (fileSystem === null) return true;
  const isFat = /^FAT/i.test(fileSystem);
  // What lies on no disk and is FAT is a folder of the network that pretends to be one.
  return !isFat || (device !== null && (size ?? Number.POSITIVE_INFINITY) > TOOLS_BYTES);
}
