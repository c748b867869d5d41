import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { CONFIGURATION_FOLDER } from './linux.ts';

export const USB_STORAGE_FILE = `${CONFIGURATION_FOLDER}/workplace-usb-storage.conf`;
const CONTENT = 'install usb-storage /bin/false\ninstall uas /bin/false\n';

/** A drive that is in use is not pulled out from under anybody: its driver then stays until the next restart. */
export const linuxUsbStorageFix: CheckFix = {
  type: 'UsbStorageBlocked',
  operatingSystem: 'linux',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const written = await system.writeFile(USB_STORAGE_FILE, CONTENT, { mode: 0o644 });
    if (!written.ok) return written;
    await system.run({ tool: 'modprobe', arguments: ['-r', 'uas', 'usb_storage'], timeoutMs: 20_000 });
    return {
      ok: true,
      value: { undo: say('To take it back, delete {path} as an administrator.', { path: USB_STORAGE_FILE }) },
    };
  },
};
