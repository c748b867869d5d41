import type { Article } from '../article.ts';

export const passwordSet: Article = {
  title: 'Establecer una contraseña de inicio de sesión',
  why: 'Sin contraseña, cualquiera que toque este equipo puede abrir su cuenta y el trabajo que contiene. Workplace lee si hay una, nunca la contraseña misma.',
  systems: {
    windows: {
      settings: { label: 'Abrir Opciones de inicio de sesión', href: 'ms-settings:signinoptions' },
      guides: [
        {
          label: 'Establecer una contraseña en Windows 11 y 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Cuentas**, luego **Opciones de inicio de sesión**.',
            'Abra **Contraseña** y elija **Agregar**.',
            'Escriba dos veces la contraseña nueva y una indicación. Elija **Finalizar**.',
          ],
        },
        {
          label: 'Si Windows inicia la sesión solo',
          steps: [
            'Pulse la tecla Windows y R, escriba `netplwiz` y pulse Entrar.',
            'Marque **Los usuarios deben escribir su nombre y contraseña para usar el equipo**.',
            'Elija **Aceptar**.',
          ],
          note: 'Si falta esa línea, el servicio de asistencia puede desactivarlo por usted.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Usuarios y grupos',
        href: 'x-apple.systempreferences:com.apple.Users-Groups-Settings.extension',
      },
      guides: [
        {
          label: 'Establecer una contraseña en macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**.',
            'Elija **Touch ID y contraseña**. En un Mac sin Touch ID se llama **Contraseña de inicio de sesión**.',
            'Elija **Cambiar** junto a **Contraseña**. Deje vacía la contraseña antigua si no había ninguna.',
          ],
        },
        {
          label: 'Si el Mac inicia la sesión solo',
          steps: [
            'Abra **Ajustes del Sistema**, luego **Usuarios y grupos**.',
            'Ponga **Iniciar sesión automáticamente como** en **Desactivado**.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Abra **Configuración**, luego **Sistema**, luego **Usuarios**. En versiones anteriores **Usuarios** está en la primera lista.',
            'Elija **Desbloquear** y escriba la contraseña de un administrador.',
            'Elija **Contraseña** y establezca una. Desactive **Inicio de sesión automático**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Abra **Preferencias del sistema**, luego **Usuarios**, y elija **Cambiar contraseña**.',
            'Escriba **Pantalla de inicio de sesión** en el campo de búsqueda, abra la página y elija **Comportamiento**.',
            'Desmarque **Iniciar sesión automáticamente**.',
          ],
        },
        {
          label: 'En un terminal',
          steps: [{ text: 'Establezca una contraseña nueva para su cuenta.', command: 'passwd' }],
        },
      ],
    },
  },
};
