import type { Check } from '../check.ts';
import { usbStorageBlocked } from './definition.ts';
import { linuxUsbStorage } from './linux.ts';
import { linuxUsbStorageFix } from './linux-fix.ts';
import { syntheticUsbStorage } from './synthetic.ts';

export const usbStorageBlockedCheck: Check = {
  definition: usbStorageBlocked,
  reading: { readers: [linuxUsbStorage], synthetic: syntheticUsbStorage },
  fixes: [linuxUsbStorageFix],
};
