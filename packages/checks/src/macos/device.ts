import { memberOf, parseJson } from '../json.ts';
import type { SystemPort } from '../system-port.ts';
import { parseMacosVersion } from './macos-version.ts';
import { readTool } from './tool.ts';

/** What is known of the computer itself; empty texts for what is not. Shown, never judged. */
export interface MacosDevice {
  readonly deviceName: string;
  readonly osVersionCaption: string;
  readonly manufacturer: string;
  readonly model: string;
  readonly serialNumber: string;
  readonly isPortable: boolean;
}

const PROFILER_TIMEOUT_MS = 15_000;

/** Reads what the report says of a Mac. What does not answer stays empty. */
export async function readMacosDevice(system: SystemPort): Promise<MacosDevice> {
  const [name, version, hardware, battery] = await Promise.all([
    readTool(system, 'scutil', ['--get', 'ComputerName']),
    readTool(system, 'sw_vers', []),
    readTool(system, 'system_profiler', ['SPHardwareDataType', '-json'], PROFILER_TIMEOUT_MS),
    readTool(system, 'pmset', ['-g', 'batt']),
  ]);
  const overview = memberOf(hardware.ok ? parseJson(hardware.value) : undefined, 'SPHardwareDataType', 0);
  const field = (key: string) => {
    const text = memberOf(overview, key);
    return typeof text === 'string' ? text.trim() : '';
  };
  const [machine, identifier] = [field('machine_name'), field('machine_model')];
  return {
    deviceName: name.ok ? name.value.trim() : '',
    osVersionCaption: (version.ok ? parseMacosVersion(version.value)?.name : undefined) ?? '',
    manufacturer: 'Apple Inc.',
    model: machine !== '' && identifier !== '' ? `${machine} (${identifier})` : machine || identifier,
    serialNumber: field('serial_number'),
    isPortable: /MacBook/.test(`${machine} ${identifier}`) || (battery.ok && /\bInternalBattery\b/.test(battery.value)),
  };
}
