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

export const french: Library = {
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
      'Le bouton est grisé, et Windows dit **Certains de ces paramètres sont gérés par votre organisation**. Les étapes ci-dessus ne peuvent alors pas le changer ; votre service informatique le peut.',
    macos:
      'Le bouton est grisé, et macOS dit qu’un **profil** ou votre organisation l’a réglé. Les étapes ci-dessus ne peuvent alors pas le changer ; votre service informatique le peut.',
    linux:
      'Le bouton est grisé, ou revient de lui-même. Les étapes ci-dessus ne peuvent alors pas le changer ; votre service informatique le peut.',
  },
  next: 'Revenez à l’autre onglet. La vérification s’y met à jour d’elle-même, en général en quelques secondes. Si elle montre encore l’ancien état après une minute, rechargez cette page.',
};
