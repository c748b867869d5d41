import type { SystemPort } from './system-port.ts';

/**
 * The same system for the length of one scan: what costs a process of its own is read once, however many readers want
 * it. A later scan takes a new one, so that nothing read before a change is ever taken for what is there after it.
 */
export function oneScan<System extends SystemPort>(system: System): System {
  if (system.once !== undefined) return system;
  const readings = new Map<string, Promise<unknown>>();
  const once = <Value>(name: string, read: () => Promise<Value>): Promise<Value> => {
    const reading = (readings.get(name) as Promise<Value> | undefined) ?? read();
    readings.set(name, reading);
    return reading;
  };
  const { windowsInventory } = system;
  if (windowsInventory === undefined) return { ...system, once };
  return { ...system, once, windowsInventory: () => once('windowsInventory', windowsInventory) };
}
