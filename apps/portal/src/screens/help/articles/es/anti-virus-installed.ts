import type { Article } from '../article.ts';

export const antiVirusInstalled: Article = {
  title: 'Instalar un antivirus',
  why: 'Un antivirus encuentra los programas dañinos antes de que lleguen a su trabajo. Puede que su empresa acepte solo algunos. La comprobación los nombra: abra **Lo que encontramos** y mire **Requerido**.',
  systems: {
    windows: {
      remark: 'Microsoft Defender forma parte de Windows. Descansa mientras haya otro antivirus instalado.',
      settings: { label: 'Abrir Protección contra virus y amenazas', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, escriba **Seguridad de Windows** y pulse Entrar.',
            'Elija **Protección contra virus y amenazas**. La página indica el antivirus en uso.',
            'Si ofrece **Activar** o **Reiniciar ahora**, elíjalo.',
            'Si hay un antivirus caducado, quítelo: **Configuración**, luego **Aplicaciones**, luego **Aplicaciones instaladas**. Tras reiniciar, Microsoft Defender toma el relevo.',
          ],
          note: 'Si su empresa quiere otro antivirus, el servicio de asistencia tiene su instalador.',
        },
      ],
    },
    macos: {
      remark:
        'Todo Mac tiene la protección propia de Apple, que no necesita ajustes. Su empresa decide si eso basta o si quiere otro antivirus.',
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Pida al servicio de asistencia el instalador del antivirus que quiere su empresa y ejecútelo.',
            'macOS pregunta si puede funcionar. Abra **Ajustes del Sistema**, luego **General**, luego **Ítems de inicio y extensiones**, y actívelo. En macOS 13 y 14 la pregunta está en **Privacidad y seguridad**.',
            'Actívelo también en **Privacidad y seguridad**, luego **Acceso total al disco**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Si su empresa quiere un producto concreto, el servicio de asistencia tiene su instalador. ClamAV es libre y forma parte de la mayoría de las distribuciones. Sus definiciones ocupan más de 200 MB.',
      guides: [
        {
          label: 'ClamAV en Ubuntu, Debian y Linux Mint',
          steps: [
            { text: 'Instálelo.', command: 'sudo apt install clamav clamav-daemon' },
            {
              text: 'Actívelo, ahora y en cada arranque.',
              command: 'sudo systemctl enable --now clamav-freshclam clamav-daemon',
            },
          ],
        },
        {
          label: 'ClamAV en Fedora',
          steps: [
            { text: 'Instálelo.', command: 'sudo dnf install clamav clamd clamav-freshclam' },
            {
              text: 'Permita que sus partes se comuniquen.',
              command: "sudo sed -i 's/^#LocalSocket /LocalSocket /' /etc/clamd.d/scan.conf",
            },
            {
              text: 'Actívelo, ahora y en cada arranque.',
              command: 'sudo systemctl enable --now clamav-freshclam clamd@scan',
            },
          ],
        },
      ],
    },
  },
  managed:
    'Su empresa instala el antivirus por sí sola. Hasta que llegue no hay nada que hacer aquí; el servicio de asistencia sabe cuándo llega.',
};
