import type { Article } from '../article.ts';

export const screenSaverState: Article = {
  title: 'Activar el protector de pantalla',
  why: 'Una pantalla abierta muestra su trabajo a cualquiera que pase.',
  systems: {
    windows: {
      settings: { label: 'Abrir Pantalla de bloqueo', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Personalización**, luego **Pantalla de bloqueo**.',
            'Al final de la página elija **Protector de pantalla**. Windows 10 lo llama **Configuración del protector de pantalla**.',
            'Elija cualquier protector de pantalla menos **(Ninguno)**. **En blanco** es el que más energía ahorra.',
            'Ponga **Esperar** en 10 minutos y marque **Mostrar la pantalla de inicio de sesión al reanudar**.',
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
            'Ponga **Iniciar salvapantallas al estar inactivo** en **Durante 10 minutos**. Sirve cualquier tiempo menos **Nunca**.',
          ],
          note: 'Si la línea no está, mire en **Salvapantallas** o **Fondo de pantalla**: en algunas versiones cambió de sitio.',
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Abra **Configuración**, luego **Privacidad y seguridad**, luego **Bloqueo de pantalla**. En versiones anteriores es **Privacidad**, luego **Pantalla**.',
            'Ponga **Retardo de apagado de pantalla** en 10 minutos. Sirve cualquier tiempo menos **Nunca**.',
            'Active **Bloqueo automático de la pantalla**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Abra **Preferencias del sistema** y escriba **Bloqueo de pantalla** en el campo de búsqueda.',
            'Ponga **Bloquear la pantalla automáticamente** en 10 minutos y elija **Aplicar**.',
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
