import { hostname, release, version } from 'node:os';
import { readMacosDevice, readWindowsDevice, type SystemPort } from '@vestibule/checks';
import type { DeviceDetails } from '@vestibule/contracts';

type Details = Omit<DeviceDetails, 'deviceId'>;

const LAPTOP = 0;
const DESKTOP = 1;

/** Chassis types of SMBIOS that are carried around: portable, laptop, notebook, sub-notebook, convertible, detachable… */
const PORTABLE_CHASSIS = new Set([8, 9, 10, 11, 14, 30, 31, 32]);

/** Longest value of a detail in the report. */
const MAXIMUM_LENGTH = 255;

/** Firmware and files may hold any of them; the server cannot store U+0000. */
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** What the computer is: shown to the person and to support, never judged. */
export async function readDeviceDetails(system: SystemPort): Promise<Details> {
  const common = { deviceLoginName: system.user.name, operatingSystem: system.operatingSystem };
  const details = { ...common, ...(await READERS[system.operatingSystem](system)) };
  const cleaned = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replaceAll(CONTROL_CHARACTERS, '').slice(0, MAXIMUM_LENGTH) : value,
  ]);
  return Object.fromEntries(cleaned) as typeof details;
}

/** Only what it is called, which on Windows needs no PowerShell. */
export async function readDeviceName(system: SystemPort): Promise<string> {
  if (system.operatingSystem === 'windows') return hostname().slice(0, MAXIMUM_LENGTH);
  return (await readDeviceDetails(system)).deviceName;
}

type OwnDetails = Omit<Details, 'deviceLoginName' | 'operatingSystem'>;

const READERS: Readonly<Record<SystemPort['operatingSystem'], (system: SystemPort) => Promise<OwnDetails>>> = {
  linux: readLinux,
  macos: readMacos,
  windows: readWindows,
};

async function readLinux(system: SystemPort): Promise<OwnDetails> {
  const dmi = (name: string) => readText(system, `/sys/class/dmi/id/${name}`);
  const osRelease = (await readText(system, '/etc/os-release')) || (await readText(system, '/usr/lib/os-release'));
  const caption = /^PRETTY_NAME=(?:"(.*)"|'(.*)'|(.*))$/m.exec(osRelease);
  return {
    deviceName: (await readText(system, '/etc/hostname')) || hostname(),
    osVersionCaption: caption?.[1] ?? caption?.[2] ?? caption?.[3] ?? `Linux ${release()}`,
    deviceType: (await isPortableLinux(system, await dmi('chassis_type'))) ? LAPTOP : DESKTOP,
    model: await dmi('product_name'),
    manufacturer: await dmi('sys_vendor'),
    serialNumber: await dmi('product_serial'),
  };
}

/** Without SMBIOS (small boards) a battery tells. */
async function isPortableLinux(system: SystemPort, chassisType: string): Promise<boolean> {
  if (chassisType !== '') return PORTABLE_CHASSIS.has(Number(chassisType));
  const supplies = await system.listFolder('/sys/class/power_supply');
  return supplies.ok && supplies.value.some((name) => name.startsWith('BAT'));
}

async function readMacos(system: SystemPort): Promise<OwnDetails> {
  const { deviceName, osVersionCaption, isPortable, ...device } = await readMacosDevice(system);
  return {
    ...device,
    deviceName: deviceName || hostname(),
    osVersionCaption: osVersionCaption || `macOS (Darwin ${release()})`,
    deviceType: isPortable ? LAPTOP : DESKTOP,
  };
}

async function readWindows(system: SystemPort): Promise<OwnDetails> {
  const { osVersionCaption, isPortable, ...device } = await readWindowsDevice(system);
  return {
    ...device,
    deviceName: hostname(),
    osVersionCaption: osVersionCaption || `${version()} ${release()}`,
    deviceType: isPortable ? LAPTOP : DESKTOP,
  };
}

async function readText(system: SystemPort, path: string): Promise<string> {
  const content = await system.readFile(path);
  return content.ok ? content.value.trim() : '';
}
