import type { Library } from '../article.ts';
import { antiVirusInstalled } from './anti-virus-installed.ts';
import { antiVirusRealtimeProtection } from './anti-virus-realtime-protection.ts';
import { antiVirusSignaturesUpToDate } from './anti-virus-signatures-up-to-date.ts';
import { browserExtension } from './browser-extension.ts';
import { deviceEncrypted } from './device-encrypted.ts';
import { firewallEnable } from './firewall-enable.ts';
import { knownDevice } from './known-device.ts';
import { managedDevice } from './managed-device.ts';
import { noActiveInfections } from './no-active-infections.ts';
import { osAutoUpdateEnable } from './os-auto-update-enable.ts';
import { osSupported } from './os-supported.ts';
import { passwordSet } from './password-set.ts';
import { rmmAgent } from './rmm-agent.ts';
import { screenSaverPasswordProtected } from './screen-saver-password-protected.ts';
import { screenSaverState } from './screen-saver-state.ts';
import { screenSaverTimeout } from './screen-saver-timeout.ts';
import { whatWeRead } from './what-we-read.ts';

export const english: Library = {
  articles: new Map([
    ['no-active-infections', noActiveInfections],
    ['os-supported', osSupported],
    ['known-device', knownDevice],
    ['password-set', passwordSet],
    ['firewall-enable', firewallEnable],
    ['anti-virus-installed', antiVirusInstalled],
    ['anti-virus-realtime-protection', antiVirusRealtimeProtection],
    ['anti-virus-signatures-up-to-date', antiVirusSignaturesUpToDate],
    ['device-encrypted', deviceEncrypted],
    ['os-auto-update-enable', osAutoUpdateEnable],
    ['screen-saver-state', screenSaverState],
    ['screen-saver-password-protected', screenSaverPasswordProtected],
    ['screen-saver-timeout', screenSaverTimeout],
    ['managed-device', managedDevice],
    ['rmm-agent', rmmAgent],
    ['browser-extension', browserExtension],
  ]),
  whatWeRead,
  managed: {
    windows:
      'The switch is grey, and Windows says **Some of these settings are managed by your organization**. The steps above cannot change it then; your I.T. department can.',
    macos:
      'The switch is grey, and macOS says that a **profile** or your organisation set it. The steps above cannot change it then; your I.T. department can.',
    linux:
      'The switch is grey, or goes back by itself. The steps above cannot change it then; your I.T. department can.',
  },
  next: 'Go back to the other tab. The check there updates by itself, usually within seconds. If it still shows the old state after a minute, reload that page.',
};
