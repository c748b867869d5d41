import type { Check } from '../check.ts';
import { remoteLoginOff } from './definition.ts';
import { linuxRemoteLogin } from './linux.ts';
import { linuxRemoteLoginFix } from './linux-fix.ts';
import { macosRemoteLogin } from './macos.ts';
import { syntheticRemoteLogin } from './synthetic.ts';

export const remoteLoginOffCheck: Check = {
  definition: remoteLoginOff,
  reading: { readers: [linuxRemoteLogin, macosRemoteLogin], synthetic: syntheticRemoteLogin },
  fixes: [linuxRemoteLoginFix],
  remarks: {
    fix: {
      macos:
        'none: macOS takes the change only from an administrator with full disk access; the article opens the page',
    },
  },
};
