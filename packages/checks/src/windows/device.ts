import * as z from 'zod/mini';
import type { SystemPort } from '../system-port.ts';
import { readRelease } from './release.ts';
import { readSection } from './section.ts';
import { numberOrNull, textOrNull } from './values.ts';

const deviceSchema = z.object({
  serial: textOrNull,
  /** The friendly name of some makers, who put a machine type in the model. */
  productVersion: textOrNull,
  chassis: z.array(numberOrNull),
});

const computerSchema = z.object({ manufacturer: textOrNull, model: textOrNull, systemType: numberOrNull });

const batterySchema = z.object({ batteries: numberOrNull });

/** What is known of the computer itself; empty texts for what is not. Shown, never judged. */
export interface WindowsDevice {
  readonly osVersionCaption: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly serialNumber: string;
  readonly isPortable: boolean;
}

/** Chassis types of SMBIOS that are carried around: portable, laptop, notebook, sub-notebook, tablet, convertible… */
const PORTABLE_CHASSIS: ReadonlySet<number | null> = new Set([8, 9, 10, 11, 14, 30, 31, 32]);
/** Chassis types that say nothing: 'other' and 'unknown'. */
const SILENT_CHASSIS: ReadonlySet<number | null> = new Set([null, 0, 1, 2]);
/** PCSystemType of a computer that is carried around. */
const MOBILE = 2;

/** What makers leave in the firmware instead of a serial number. */
const PLACEHOLDER =
  /^(?:to be filled by o\.?e\.?m\.?|default string|system serial number|serial number|0?123456789|none|n\/a|not specified|not applicable|invalid|[.\-_ 0x]+)$/i;

/** Reads what the report says of a Windows computer. What does not answer stays empty. */
export async function readWindowsDevice(system: SystemPort): Promise<WindowsDevice> {
  const [release, device, computer, hasBattery] = await Promise.all([
    readRelease(system),
    readSection(system, 'device', deviceSchema),
    readSection(system, 'computer', computerSchema),
    readHasBattery(system),
  ]);
  const manufacturer = computer.ok ? (computer.value.manufacturer ?? '') : '';
  const model = computer.ok ? (computer.value.model ?? '') : '';
  const friendly = device.ok ? (device.value.productVersion ?? '') : '';
  const serial = device.ok ? (device.value.serial ?? '').trim() : '';
  const chassis = device.ok ? device.value.chassis.filter((type) => !SILENT_CHASSIS.has(type)) : [];
  const systemType = computer.ok ? computer.value.systemType : null;
  return {
    osVersionCaption: release.ok ? release.value.name : '',
    manufacturer,
    model: /^lenovo$/i.test(manufacturer.trim()) && friendly.trim() !== '' ? `${friendly.trim()} (${model})` : model,
    serialNumber: PLACEHOLDER.test(serial) ? '' : serial,
    isPortable:
      chassis.length > 0
        ? chassis.some((type) => PORTABLE_CHASSIS.has(type))
        : systemType === MOBILE || hasBattery === true,
  };
}

/** Null where Windows does not say. */
export async function readHasBattery(system: SystemPort): Promise<boolean | null> {
  const battery = await readSection(system, 'battery', batterySchema);
  return battery.ok && battery.value.batteries !== null ? battery.value.batteries > 0 : null;
}
