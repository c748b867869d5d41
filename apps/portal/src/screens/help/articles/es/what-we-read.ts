import type { ReadingPage } from '../article.ts';

export const whatWeRead: ReadingPage = {
  title: 'Lo que leemos en este equipo',
  lead: 'Esta es la lista completa. Se lee cuando inicia sesión para trabajar o abre la página de comprobación, y de nuevo cuando cambia uno de estos ajustes mientras esa página está abierta. Nada más sale de este equipo.',
  lists: [
    {
      heading: 'Ajustes de seguridad',
      intro:
        'De cada uno: dónde, cuándo y con los derechos de quién se leyó, si su empresa lo fija, o por qué no se pudo leer.',
      facts: [
        { name: 'Sistema operativo', text: 'Su nombre y versión, como Windows 11 o Ubuntu 24.04' },
        {
          name: 'Actualizaciones',
          text: 'Si se instalan por sí solas, qué las instala, cuándo lo hizo por última vez y qué se lo impide',
        },
        {
          name: 'Contraseña de inicio de sesión',
          text: 'Si hay una y qué ajuste inicia la sesión sin ella, si lo hay. **Nunca la contraseña**',
        },
        {
          name: 'Bloqueo de pantalla',
          text: 'Al cabo de cuánto tiempo empieza el protector de pantalla o el bloqueo, si pide contraseña y con qué retardo',
        },
        {
          name: 'Antivirus',
          text: 'Qué productos están instalados, si están en marcha y protegen en tiempo real, y la fecha de sus definiciones',
        },
        {
          name: 'Amenazas',
          text: 'Los programas dañinos que el antivirus encontró y no eliminó: sus nombres y el archivo o programa en que se encontró cada uno',
        },
        {
          name: 'Cifrado del disco duro',
          text: 'Si las unidades integradas están cifradas, cómo, hasta dónde, y sus nombres, como C: o /home',
        },
        { name: 'Firewall', text: 'Cuál, si está activado y qué deja abierto' },
        {
          name: 'Administración',
          text: 'Qué servicios de administración están instalados y si este equipo está inscrito',
        },
        {
          name: 'Agentes de administración',
          text: 'Si los agentes de una lista fija están en marcha, detenidos o faltan. No se lista ningún otro programa',
        },
      ],
    },
    {
      heading: 'Este equipo',
      facts: [
        { name: 'Equipo', text: 'Su nombre, fabricante, modelo y número de serie, y si es portátil' },
        { name: 'Cuenta', text: 'Su nombre de inicio de sesión en este equipo' },
        {
          name: 'El propio Workplace',
          text: 'Su versión y una huella de su programa, cómo se instaló, dónde se guardan sus claves, y un número aleatorio y dos claves públicas que representan a este equipo',
        },
      ],
    },
    {
      heading: 'Lo que se anota al iniciar sesión',
      intro: 'No se lee del equipo, pero lo guarda el servidor.',
      facts: [
        {
          name: 'Registro',
          text: 'Inicios y cierres de sesión, informes y correcciones: quién, cuándo, para qué aplicación o equipo, con qué resultado y desde qué dirección de red',
        },
      ],
    },
  ],
  never: {
    heading: 'Nunca se lee',
    points: [
      'Documentos, fotos, correo y mensajes. De un archivo con una amenaza, solo su nombre y lugar',
      'Los sitios web que visita',
      'Dónde está, salvo la dirección de red del registro',
      'Contraseñas y lo que escribe',
      'Su pantalla, cámara y micrófono',
    ],
  },
  audience: {
    heading: 'Quién lo ve',
    points: [
      'Usted: una comprobación no superada muestra sus valores en **Lo que encontramos**',
      'Los administradores de su empresa',
      'El servicio de asistencia de su empresa, cuando le ayuda',
    ],
  },
  keeping: {
    heading: 'Cuánto tiempo se guarda',
    points: [
      'Los informes se guardan hasta que un administrador de su empresa los elimina. Nada se elimina por sí solo.',
      'Los ajustes de cuánto tiempo se guardan llegan con la consola del administrador.',
    ],
  },
};
