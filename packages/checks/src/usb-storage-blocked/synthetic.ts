import type { Synthetic } from '../synthetic.ts';
import type { UsbStorageFact } from './definition.ts';

export function syntheticUsbStorage({ isBad }: Synthetic): UsbStorageFact {
  return isBad('UsbStorageBlocked')
    ? { loading: 'open', loaded: [], hasGuard: false }
    : { loading: 'blocked', loaded: [], hasGuard: false };
}
