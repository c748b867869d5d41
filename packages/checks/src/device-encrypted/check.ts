import type { Check } from '../check.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption } from './linux.ts';
import { macosEncryption } from './macos.ts';
import { windowsEncryption } from './windows.ts';
import { windowsEncryptionFix } from './windows-fix.ts';
import { syntheticEncryption } from './synthetic.ts';

export const deviceEncryptedCheck: Check = {
  definition: deviceEncrypted,
  reading: { readers: [linuxEncryption, macosEncryption, windowsEncryption], synthetic: syntheticEncryption },
  fixes: [windowsEncryptionFix],
  remarks: {
    fix: {
      windows:
        'resumes a protection that is suspended; encrypting is begun in the settings, once the recovery key is kept',
      macos: 'none: turning FileVault on takes the password of the person; the article opens the page',
      linux: 'none in place: it takes a new installation',
    },
  },
};
