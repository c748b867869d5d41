import type { Check } from '../check.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret } from './linux.ts';
import { macosSignInSecret } from './macos.ts';
import { windowsSignInSecret } from './windows.ts';
import { linuxAutomaticSignInFix } from './linux-fix.ts';
import { macosAutomaticSignInFix } from './macos-fix.ts';
import { windowsAutomaticSignInFix } from './windows-fix.ts';
import { syntheticSignInSecret } from './synthetic.ts';

export const passwordSetCheck: Check = {
  definition: passwordSet,
  reading: { readers: [linuxSignInSecret, macosSignInSecret, windowsSignInSecret], synthetic: syntheticSignInSecret },
  fixes: [linuxAutomaticSignInFix, macosAutomaticSignInFix, windowsAutomaticSignInFix],
  remarks: {
    fix: 'ends an automatic sign-in; a password is the person’s own to choose',
  },
};
