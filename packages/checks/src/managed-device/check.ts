import type { Check } from '../check.ts';
import { managedDevice } from './definition.ts';
import { linuxManagement } from './linux.ts';
import { macosManagement } from './macos.ts';
import { windowsManagement } from './windows.ts';
import { syntheticManagement } from './synthetic.ts';

export const managedDeviceCheck: Check = {
  definition: managedDevice,
  reading: { readers: [linuxManagement, macosManagement, windowsManagement], synthetic: syntheticManagement },
  fixes: [],
  remarks: {
    fix: 'none: the person enrols, guided by the portal',
  },
};
