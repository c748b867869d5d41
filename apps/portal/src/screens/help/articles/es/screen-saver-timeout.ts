import type { Article } from '../article.ts';

export const screenSaverTimeout: Article = {
  title: 'Hacer que el protector de pantalla empiece antes',
  why: 'Cuanto antes se cierre la pantalla por sí sola, menos tiempo queda su trabajo a la vista cuando le llaman. Su empresa fija el tiempo máximo, normalmente 15 minutos. La comprobación lo nombra: abra **Lo que encontramos** y mire **Requerido**.',
  systems: {
    windows: {
      settings: { label: 'Abrir Pantalla de bloqueo', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Personalización**, luego **Pantalla de bloqueo**.',
            'Al final de la página elija **Protector de pantalla**. Windows 10 lo llama **Configuración del protector de pantalla**.',
            'Ponga **Esperar** en 10 minutos o en el tiempo que quiera su empresa.',
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
            'Ponga **Iniciar salvapantallas al estar inactivo** en **Durante 10 minutos** o en el tiempo que quiera su empresa.',
            'Ponga **Solicitar contraseña tras iniciarse el salvapantallas o apagarse la pantalla** en **Inmediatamente**: una contraseña más tardía cuenta como un inicio más tardío.',
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
            'Ponga **Retardo de apagado de pantalla** en 10 minutos o en el tiempo que quiera su empresa.',
            'Ponga **Retardo del bloqueo automático de la pantalla** en **La pantalla se apaga**: un bloqueo más tardío cuenta como un inicio más tardío.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Abra **Preferencias del sistema** y escriba **Bloqueo de pantalla** en el campo de búsqueda.',
            'Ponga **Bloquear la pantalla automáticamente** en 10 minutos o en el tiempo que quiera su empresa y elija **Aplicar**.',
          ],
        },
        {
          label: 'En un terminal, para GNOME',
          steps: [
            {
              text: 'Haga que empiece a los 600 segundos.',
              command: 'gsettings set org.gnome.desktop.session idle-delay 600',
            },
          ],
        },
      ],
    },
  },
};
