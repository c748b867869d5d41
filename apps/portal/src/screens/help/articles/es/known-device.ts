import type { Article } from '../article.ts';

const TELL_SUPPORT =
  'Diga ese nombre al servicio de asistencia. Si al final de esta página hay un código de asistencia, dígalo también.';

export const knownDevice: Article = {
  title: 'Registrar este equipo',
  why: 'Solo los equipos que su empresa conoce pueden usarse para trabajar. Cada uno se registra una vez: desde un equipo que ya es suyo, con un segundo factor al iniciar sesión o por su departamento de informática, según lo que haya decidido su empresa. Ningún ajuste de este equipo lo decide.',
  systems: {
    windows: {
      settings: { label: 'Abrir Información', href: 'ms-settings:about' },
      guides: [
        {
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Sistema**, luego **Información**. **Nombre del dispositivo** es el nombre de este equipo.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    macos: {
      guides: [
        {
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **General**, luego **Información**. **Nombre** es el nombre de este Mac; su número de serie está debajo.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Abra **Configuración**, luego **Sistema**, luego **Acerca de**. **Nombre del dispositivo** es el nombre de este equipo.',
            TELL_SUPPORT,
          ],
        },
        {
          label: 'KDE Plasma y otros',
          steps: [{ text: 'Lea el nombre en un terminal.', command: 'hostname' }, TELL_SUPPORT],
        },
      ],
    },
  },
  managed:
    'Esto lo decide siempre su empresa. Si la comprobación dice que el equipo espera, solo falta el registro. Si esa página muestra un código para otro equipo, introdúzcalo allí. Si dice que se ha bloqueado, su departamento de informática puede decir por qué. Si dice que las claves no están en hardware de seguridad, «workplace keys» en un terminal dice por qué; en Windows y macOS solo puede ayudar su departamento de informática.',
  after: 'Podrá pasar en cuanto el equipo esté aprobado.',
};
