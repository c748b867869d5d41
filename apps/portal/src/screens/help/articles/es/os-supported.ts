import type { Article } from '../article.ts';

export const osSupported: Article = {
  title: 'Actualizar el sistema operativo',
  why: 'Una versión que ya no tiene soporte no recibe actualizaciones de seguridad: sus fallos quedan abiertos. **Lo que encontramos** indica la versión de este equipo, y **Requerido** lo que acepta su empresa.',
  systems: {
    windows: {
      settings: { label: 'Abrir Windows Update', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Guarde su trabajo y enchufe el equipo. Una actualización tarda de 30 a 90 minutos y ocupa unos 5 GB.',
            'Abra **Inicio**, luego **Configuración**, luego **Windows Update**. En Windows 10 es **Actualización y seguridad**, luego **Windows Update**.',
            'Elija **Buscar actualizaciones**.',
            'Si se ofrece una versión nueva, elija **Descargar e instalar** y reinicie cuando Windows lo pida.',
          ],
          note: 'Las actualizaciones normales de Windows 10 terminaron el 14 de octubre de 2025. Si no se ofrece Windows 11, puede que este equipo sea demasiado antiguo; contacte con el servicio de asistencia.',
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
            'Guarde su trabajo y enchufe el Mac. Una actualización tarda de 30 a 60 minutos y necesita unos 25 GB libres.',
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **General**, luego **Actualización de software**.',
            'Elija **Actualizar ahora**.',
          ],
          note: 'macOS 12 y anteriores: menú Apple, **Preferencias del Sistema**, **Actualización de software**. Si no se ofrece nada, puede que este Mac sea demasiado antiguo; contacte con el servicio de asistencia.',
        },
      ],
    },
    linux: {
      remark: 'Copie antes lo importante en otra unidad. Una actualización tarda de 30 a 90 minutos.',
      guides: [
        {
          label: 'Ubuntu',
          steps: [
            {
              text: 'Instale todas las actualizaciones de la versión actual.',
              command: 'sudo apt update && sudo apt full-upgrade',
            },
            { text: 'Reinicie y pase después a la versión siguiente.', command: 'sudo do-release-upgrade' },
          ],
        },
        {
          label: 'Fedora',
          steps: [
            'Abra **Software** (GNOME) o **Discover** (KDE), luego **Actualizaciones**.',
            'Elija **Descargar** o **Actualizar** junto a la versión nueva y reinicie cuando se pida.',
          ],
        },
        {
          label: 'Linux Mint',
          steps: [
            'Abra el **Gestor de actualizaciones**, luego **Editar**, y elija la actualización a la versión nueva.',
          ],
        },
        {
          label: 'Debian y otros',
          steps: [
            { text: 'Vea qué versión es.', command: 'cat /etc/os-release' },
            'Las notas de la versión más reciente explican cómo pasar a ella. Una distribución que su empresa no nombra no puede pasar; el servicio de asistencia sabe cuáles pueden.',
          ],
        },
      ],
    },
  },
};
