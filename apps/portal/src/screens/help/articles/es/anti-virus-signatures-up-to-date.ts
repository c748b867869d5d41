import type { Article } from '../article.ts';

export const antiVirusSignaturesUpToDate: Article = {
  title: 'Actualizar las definiciones de virus',
  why: 'Las definiciones enseñan al antivirus cómo son los programas dañinos más recientes. Suelen llegar solas, varias veces por semana; un equipo que estuvo mucho tiempo apagado se queda atrás.',
  systems: {
    windows: {
      settings: { label: 'Abrir Protección contra virus y amenazas', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender en Windows 11 y 10',
          steps: [
            'Abra **Inicio**, escriba **Seguridad de Windows** y pulse Entrar.',
            'Elija **Protección contra virus y amenazas**.',
            'En **Actualizaciones de protección contra virus y amenazas** elija **Actualizaciones de protección**, luego **Buscar actualizaciones**. Tarda uno o dos minutos.',
          ],
        },
        { label: 'Otro antivirus', steps: ['Ábralo desde **Inicio** y elija su actualización.'] },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Actualización de software',
        href: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
      },
      guides: [
        {
          label: 'La protección propia de Apple, macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **General**, luego **Actualización de software**.',
            'Pulse la **ⓘ** junto a **Actualizaciones automáticas** y active **Instalar respuestas de seguridad y archivos del sistema**.',
            'Deje el Mac encendido y conectado. Las definiciones nuevas llegan en un día; no hay que reiniciar nada.',
          ],
        },
        { label: 'Otro antivirus', steps: ['Ábralo desde **Aplicaciones** y elija su actualización.'] },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV',
          steps: [
            {
              text: 'Haga que las definiciones lleguen solas. La primera vez tarda unos minutos y ocupa más de 200 MB.',
              command: 'sudo systemctl enable --now clamav-freshclam',
            },
          ],
          note: 'Si no se encuentra el servicio, instale el paquete `clamav-freshclam`.',
        },
        {
          label: 'Microsoft Defender',
          steps: [{ text: 'Descargue las definiciones más recientes.', command: 'mdatp definitions update' }],
        },
      ],
    },
  },
};
