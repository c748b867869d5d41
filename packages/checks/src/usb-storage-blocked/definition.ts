import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';

export const usbStorageFactSchema = z.object({
  /** `blocked`: no driver for USB drives can be loaded, also after a restart. `partly`: one of the two drivers can. */
  loading: z.enum(['blocked', 'partly', 'open']),
  /** Drivers that are in the kernel now, so that a drive works whatever the settings say. */
  loaded: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(4)),
  /** USBGuard runs. Its rules decide then, and only an administrator may read them. */
  hasGuard: z.boolean(),
});
export type UsbStorageFact = z.infer<typeof usbStorageFactSchema>;

export const usbStorageBlocked: CheckDefinition<UsbStorageFact, Record<string, never>> = {
  type: 'UsbStorageBlocked',
  systems: ['linux'],
  facts: 'usbStorage',
  factSchema: usbStorageFactSchema,
  parameters: z.object({}),
  judge({ loading, loaded, hasGuard }) {
    const wanted = { key: 'wanted' };
    if (loading === 'blocked' && loaded.length === 0) {
      return {
        state: 'passed',
        message: { key: 'blocked' },
        description: { key: 'blockedWhy' },
        found: { key: 'foundBlocked' },
        wanted,
      };
    }
    if (hasGuard) {
      return {
        state: 'unknown',
        reason: 'access-denied',
        message: { key: 'unknownText' },
        description: { key: 'guardWhy' },
        found: { key: 'foundGuard' },
        wanted,
      };
    }
    const items = loaded.map((driver) => ({ label: { key: 'driver' }, value: driver }));
    return {
      state: 'failed',
      message: { key: loading === 'blocked' ? 'stillLoaded' : 'open' },
      description: { key: loading === 'blocked' ? 'stillLoadedWhy' : 'openWhy' },
      found: { key: loading === 'blocked' ? 'foundLoaded' : loading === 'partly' ? 'foundPartly' : 'foundOpen' },
      wanted,
      ...(items.length === 0 ? {} : { items }),
      fix: {},
    };
  },
  texts: {
    scanText: 'USB storage is blocked',
    unknownText: 'USB storage',
    blocked: 'USB storage is blocked',
    blockedWhy: 'No one can copy work to a USB drive, or bring harmful files in on one.',
    open: 'USB drives work on this computer',
    openWhy: 'Work can be copied to a USB drive, and a drive can bring in harmful files.',
    stillLoaded: 'USB storage is blocked from the next restart on',
    stillLoadedWhy: 'A driver is still loaded. Remove USB drives, then restart the computer.',
    guardWhy:
      'USBGuard decides about USB devices here, and only an administrator can read its rules: “sudo usbguard list-rules”. Show this to your I.T. department.',
    wanted: 'The drivers for USB drives cannot be loaded: usb-storage, and uas, which needs it',
    foundBlocked: 'The drivers for USB drives are blocked, and none is loaded',
    foundLoaded: 'Blocked, but a driver for USB drives is still loaded',
    foundPartly: 'Only one of the two drivers, usb-storage and uas, is blocked',
    foundOpen: 'Nothing keeps USB drives out',
    foundGuard: 'USBGuard is running',
    driver: 'Driver that is loaded',
  },
  helpArticle: 'usb-storage-blocked',
  fixableOn: ['linux'],
};
