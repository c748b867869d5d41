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

export const spanish: Library = {
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
      'El interruptor está en gris y Windows dice **Su organización administra algunas de estas opciones de configuración**. Entonces los pasos de arriba no pueden cambiarlo; su departamento de informática sí.',
    macos:
      'El interruptor está en gris y macOS dice que lo fijó un **perfil** o su organización. Entonces los pasos de arriba no pueden cambiarlo; su departamento de informática sí.',
    linux:
      'El interruptor está en gris o vuelve atrás por sí solo. Entonces los pasos de arriba no pueden cambiarlo; su departamento de informática sí.',
  },
  next: 'Vuelva a la otra pestaña. Allí la comprobación se actualiza por sí sola, normalmente en segundos. Si al cabo de un minuto sigue mostrando el estado antiguo, recargue esa página.',
};
