import type { Article } from '../article.ts';

export const screenSaverPasswordProtected: Article = {
  title: 'Pedir una contraseña tras el protector de pantalla',
  why: 'Un protector de pantalla solo oculta su trabajo; una contraseña, un PIN o una huella garantiza que solo usted lo vuelva a abrir.',
  systems: {
    windows: {
      settings: { label: 'Abrir Pantalla de bloqueo', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Personalización**, luego **Pantalla de bloqueo**.',
            'Al final de la página elija **Protector de pantalla**. Windows 10 lo llama **Configuración del protector de pantalla**.',
            'Marque **Mostrar la pantalla de inicio de sesión al reanudar**.',
            'Elija **Aceptar**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Pantalla bloqueada',
        href: 'x-apple.systempreferences:com.apple.Lock-Screen-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **Pantalla bloqueada**.',
            'Ponga **Solicitar contraseña tras iniciarse el salvapantallas o apagarse la pantalla** en **Inmediatamente**. Normalmente también bastan 5 segundos.',
            'macOS pide su contraseña.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Abra **Configuración**, luego **Privacidad y seguridad**, luego **Bloqueo de pantalla**. En versiones anteriores es **Privacidad**, luego **Pantalla**.',
            'Active **Bloqueo automático de la pantalla**.',
            'Ponga **Retardo del bloqueo automático de la pantalla** en **La pantalla se apaga**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Abra **Preferencias del sistema** y escriba **Bloqueo de pantalla** en el campo de búsqueda.',
            'Marque **Bloquear la pantalla automáticamente**.',
            'Ponga el retardo hasta que se pide la contraseña en 5 segundos o menos y elija **Aplicar**.',
          ],
        },
        {
          label: 'En un terminal, para GNOME',
          steps: [
            { text: 'Active el bloqueo.', command: 'gsettings set org.gnome.desktop.screensaver lock-enabled true' },
            {
              text: 'Haga que bloquee al instante.',
              command: 'gsettings set org.gnome.desktop.screensaver lock-delay 0',
            },
          ],
        },
      ],
    },
  },
};
