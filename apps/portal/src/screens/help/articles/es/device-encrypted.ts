import type { Article } from '../article.ts';

const KEEP_THE_KEY =
  'Guarde la clave de recuperación fuera de este equipo. Sin ella nadie puede abrir la unidad si se pierde la contraseña.';

export const deviceEncrypted: Article = {
  title: 'Cifrar el disco duro',
  why: 'Si este equipo se pierde, quien lo encuentre puede leer el trabajo que contiene, salvo que la unidad esté cifrada.',
  systems: {
    windows: {
      settings: { label: 'Abrir Cifrado de dispositivo', href: 'ms-settings:deviceencryption' },
      guides: [
        {
          label: 'Windows 11 y 10 Home',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Privacidad y seguridad**, luego **Cifrado de dispositivo**. En Windows 10 es **Actualización y seguridad**, luego **Cifrado de dispositivo**.',
            'Active **Cifrado de dispositivo**. Puede que Windows le pida iniciar sesión con una cuenta de Microsoft, que guarda la clave de recuperación.',
          ],
          note: 'Si falta la página, este equipo no puede hacerlo con Windows Home. El servicio de asistencia sabe qué es posible.',
        },
        {
          label: 'Windows 11 y 10 Pro, Enterprise y Education',
          steps: [
            'Abra **Inicio**, escriba **Administrar BitLocker** y pulse Entrar.',
            'Junto a **C:** y a cada una de las demás unidades integradas, elija **Activar BitLocker**. Si la protección está suspendida, elija **Reanudar protección**: queda hecho al instante.',
            KEEP_THE_KEY,
            'Elija **Cifrar solo el espacio en disco utilizado**, luego **Iniciar cifrado**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir FileVault',
        href: 'x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault',
      },
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**, luego **Privacidad y seguridad**.',
            'Baje hasta **FileVault** y elija **Activar**.',
            KEEP_THE_KEY,
          ],
          note: 'Los Mac con chip de Apple o T2 terminan en minutos. Los más antiguos tardan unas horas.',
        },
      ],
    },
    linux: {
      remark:
        'Linux cifra la unidad al instalarse. Cifrar una en uso es posible, pero pone en riesgo su contenido, así que esta página no lo explica.',
      guides: [
        {
          label: 'Ver si está cifrada',
          steps: [
            {
              text: 'Busque las líneas que acaban en `/`, `/home`, `[SWAP]` u otro lugar. Cada una está cifrada si dice **crypt**, o está debajo de una línea que lo diga.',
              command: 'lsblk -o NAME,TYPE,MOUNTPOINTS',
            },
          ],
        },
        {
          label: 'Instalar de nuevo, cifrado',
          steps: [
            'Contacte primero con el servicio de asistencia: puede que su empresa tenga una instalación preparada u otro equipo para usted.',
            'Copie todo lo que necesite en otra unidad.',
            'Instale de nuevo el sistema y elija el cifrado cuando pregunte cómo usar la unidad. Ubuntu lo llama **Usar LVM y cifrado** o **Cifrar con una frase de contraseña**, Fedora **Cifrar mis datos**, Debian **LVM cifrado**.',
          ],
          note: 'Tarda alrededor de una hora, más las copias.',
        },
      ],
    },
  },
  managed:
    'Su empresa activa el cifrado por sí sola y guarda la clave de recuperación. El interruptor aparece entonces en gris; su departamento de informática puede decir cuándo empieza.',
  after:
    'La comprobación se supera cuando toda la unidad está cifrada. Tarda de minutos a unas horas; puede seguir trabajando. Deje el equipo encendido y enchufado.',
};
