import type { SystemPort } from './system-port.ts';

/**
 * The same system for the length of one scan: what costs a process of its own is read once, however many readers want
 * it. A later scan takes a new one, so that nothing read before a change is ever taken for what is there after it.
 */
export function oneScan<System extends SystemPort>(system: System): System {
  const { windowsInventory } = system;
  if (windowsInventory === undefined) return system;
  let reading: ReturnType<typeof windowsInventory> | undefined;
  return { ...system, windowsInventory: () => (reading ??= windowsInventory()) };
}
