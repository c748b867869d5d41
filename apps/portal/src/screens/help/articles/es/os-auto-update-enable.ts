import type { Article } from '../article.ts';

export const osAutoUpdateEnable: Article = {
  title: 'Activar las actualizaciones automáticas',
  why: 'Las actualizaciones cierran los fallos de seguridad, normalmente pocos días después de descubrirse, y nadie tiene que acordarse.',
  systems: {
    windows: {
      remark: 'Windows instala las actualizaciones por sí solo, salvo que estén en pausa o desactivadas.',
      settings: { label: 'Abrir Windows Update', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Windows Update**.',
            'Si las actualizaciones están en pausa, elija **Reanudar actualizaciones**.',
            'Elija **Buscar actualizaciones** y deje que Windows instale lo que encuentre.',
          ],
          note: 'Si allí no se pueden activar, un programa o un administrador las desactivó. Contacte con el servicio de asistencia.',
        },
        {
          label: 'Windows 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Actualización y seguridad**, luego **Windows Update**.',
            'Si las actualizaciones están en pausa, elija **Reanudar actualizaciones**, luego **Buscar actualizaciones**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Actualización de software',
        href: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **General**, luego **Actualización de software**.',
            'Pulse la **ⓘ** junto a **Actualizaciones automáticas**.',
            'Active **Descargar nuevas actualizaciones cuando estén disponibles**, **Instalar actualizaciones de macOS** e **Instalar respuestas de seguridad y archivos del sistema**. Los nombres cambian un poco de una versión a otra.',
            'Elija **Aceptar**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Workplace pregunta a la parte del sistema que instala las actualizaciones por sí sola. Los ajustes de Software de GNOME y Discover de KDE no se leen: puede que solo descarguen.',
      guides: [
        {
          label: 'Ubuntu, Debian y Linux Mint',
          steps: [
            { text: 'Instale lo que instala las actualizaciones.', command: 'sudo apt install unattended-upgrades' },
            { text: 'Actívelo: responda **Sí**.', command: 'sudo dpkg-reconfigure unattended-upgrades' },
          ],
        },
        {
          label: 'Fedora 41 y posteriores',
          steps: [
            { text: 'Instale lo que instala las actualizaciones.', command: 'sudo dnf install dnf5-plugin-automatic' },
            {
              text: 'Indíquele que instale, no solo que descargue. Esto escribe de nuevo su configuración.',
              command: "printf '[commands]\\napply_updates = yes\\n' | sudo tee /etc/dnf/automatic.conf",
            },
            {
              text: 'Actívelo, ahora y en cada arranque.',
              command: 'sudo systemctl enable --now dnf5-automatic.timer',
            },
          ],
        },
        {
          label: 'Red Hat, AlmaLinux y Rocky Linux',
          steps: [
            { text: 'Instale lo que instala las actualizaciones.', command: 'sudo dnf install dnf-automatic' },
            {
              text: 'Actívelo, ahora y en cada arranque.',
              command: 'sudo systemctl enable --now dnf-automatic-install.timer',
            },
          ],
        },
      ],
    },
  },
};
