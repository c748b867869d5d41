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

export const german: Library = {
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
      'Der Schalter ist grau, und Windows sagt **Einige dieser Einstellungen werden von Ihrer Organisation verwaltet**. Dann können die Schritte oben sie nicht ändern; Ihre IT-Abteilung kann es.',
    macos:
      'Der Schalter ist grau, und macOS sagt, dass ein **Profil** oder Ihre Organisation ihn gesetzt hat. Dann können die Schritte oben ihn nicht ändern; Ihre IT-Abteilung kann es.',
    linux:
      'Der Schalter ist grau oder springt von selbst zurück. Dann können die Schritte oben ihn nicht ändern; Ihre IT-Abteilung kann es.',
  },
  next: 'Gehen Sie zurück in den anderen Tab. Die Prüfung dort aktualisiert sich von selbst, meist in Sekunden. Zeigt sie nach einer Minute noch den alten Stand, laden Sie die Seite neu.',
};
