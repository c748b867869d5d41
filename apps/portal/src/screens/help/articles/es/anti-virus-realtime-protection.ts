import type { Article } from '../article.ts';

export const antiVirusRealtimeProtection: Article = {
  title: 'Activar la protección en tiempo real',
  why: 'La protección en tiempo real examina cada archivo al abrirlo, de modo que un programa dañino se detiene antes de ejecutarse.',
  systems: {
    windows: {
      settings: { label: 'Abrir la configuración de protección', href: 'windowsdefender://threatsettings' },
      guides: [
        {
          label: 'Microsoft Defender en Windows 11 y 10',
          steps: [
            'Abra **Inicio**, escriba **Seguridad de Windows** y pulse Entrar.',
            'Elija **Protección contra virus y amenazas**.',
            'En **Configuración de antivirus y protección contra amenazas** elija **Administrar la configuración**.',
            'Active **Protección en tiempo real**. Puede que Windows pida un administrador.',
          ],
          note: 'Si se vuelve a desactivar, avise al servicio de asistencia: la causa puede ser un programa dañino.',
        },
        {
          label: 'Otro antivirus',
          steps: [
            'Ábralo desde **Inicio** y active su protección. Puede que también diga que su licencia ha caducado.',
          ],
        },
      ],
    },
    macos: {
      remark:
        'La protección propia de Apple está siempre activa. Estos pasos son para un antivirus que haya instalado usted o su empresa.',
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Abra el antivirus desde **Aplicaciones** y active su protección.',
            'Si dice que macOS lo bloquea: abra **Ajustes del Sistema**, luego **General**, luego **Ítems de inicio y extensiones**, y actívelo. En macOS 13 y 14 la pregunta está en **Privacidad y seguridad**.',
            'Actívelo también en **Privacidad y seguridad**, luego **Acceso total al disco**.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV en Ubuntu, Debian y Linux Mint',
          steps: [
            {
              text: 'Indíquele qué carpeta vigila, y que no se vigile a sí mismo.',
              command:
                "printf 'OnAccessIncludePath /home\\nOnAccessExcludeUname clamav\\n' | sudo tee -a /etc/clamav/clamd.conf",
            },
            { text: 'Haga que lo lea.', command: 'sudo systemctl restart clamav-daemon' },
            {
              text: 'Active la vigilancia, ahora y en cada arranque.',
              command: 'sudo systemctl enable --now clamav-daemon clamav-clamonacc',
            },
          ],
          note: 'A partir de entonces los archivos grandes pueden tardar algo más en abrirse.',
        },
        {
          label: 'Microsoft Defender',
          steps: [
            {
              text: 'Actívelo, salvo que su empresa fije el ajuste.',
              command: 'sudo mdatp config real-time-protection --value enabled',
            },
          ],
        },
        {
          label: 'CrowdStrike, SentinelOne, Sophos, ESET y Trend Micro',
          steps: [
            'Protegen mientras están en marcha. Reinicie el equipo; si la comprobación sigue igual, contacte con el servicio de asistencia.',
          ],
        },
      ],
    },
  },
};
