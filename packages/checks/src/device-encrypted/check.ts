import type { Check } from '../check.ts';
import { deviceEncrypted } from './definition.ts';
import { linuxEncryption } from './linux.ts';
import { macosEncryption } from './macos.ts';
import { macosEncryptionFix } from './macos-fix.ts';
import { windowsEncryption } from './windows.ts';
import { windowsEncryptionFix } from './windows-fix.ts';
import { syntheticEncryption } from './synthetic.ts';

export const deviceEncryptedCheck: Check = {
  definition: deviceEncrypted,
  reading: { readers: [linuxEncryption, macosEncryption, windowsEncryption], synthetic: syntheticEncryption },
  fixes: [windowsEncryptionFix, macosEncryptionFix],
  remarks: {
    fix: {
      windows:
        'resumes a protection that is suspended, as an administrator; else opens BitLocker or Device encryption, where the person turns it on and keeps the recovery key',
      macos:
        'opens FileVault in the settings: turning it on takes the password of the person, who keeps the recovery key',
      linux: 'none in place: it takes a new installation',
    },
    undo: {
      windows: 'said after it was resumed; a page that was opened changes nothing',
      macos: 'nothing is changed',
    },
  },
};
