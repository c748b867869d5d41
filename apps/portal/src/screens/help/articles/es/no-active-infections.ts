import type { Article } from '../article.ts';

export const noActiveInfections: Article = {
  title: 'Eliminar la amenaza encontrada',
  why: 'Un programa dañino puede leer lo que escribe. Hasta que se elimine, cierre en este equipo todas las demás sesiones y diga al servicio de asistencia qué encontró la comprobación.',
  systems: {
    windows: {
      settings: { label: 'Abrir Protección contra virus y amenazas', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender en Windows 11 y 10',
          steps: [
            'Abra **Inicio**, escriba **Seguridad de Windows** y pulse Entrar.',
            'Elija **Protección contra virus y amenazas**. En **Amenazas actuales** se nombra cada amenaza.',
            'Elija **Quitar** o **Cuarentena** para cada una, luego **Iniciar acciones**.',
            'Elija **Examen rápido** para asegurarse. Tarda de 2 a 15 minutos.',
            'Si la amenaza vuelve: **Opciones de examen**, luego **Antivirus de Microsoft Defender (examen sin conexión)**. El equipo se reinicia y tarda unos 15 minutos, así que guarde antes su trabajo.',
          ],
        },
        {
          label: 'Otro antivirus',
          steps: ['Ábralo desde **Inicio**. Lo que encontró está en su lista de amenazas o en su cuarentena.'],
        },
      ],
    },
    macos: {
      remark:
        'macOS elimina por sí solo las amenazas conocidas y no lleva una lista. La comprobación lee la lista del antivirus instalado.',
      guides: [
        {
          steps: [
            'Abra el antivirus desde **Aplicaciones**. Lo que encontró está en su lista de amenazas o en su cuarentena.',
            'Elimine allí cada amenaza.',
            'Haga que el antivirus examine todo el Mac. Puede tardar una hora.',
          ],
        },
      ],
    },
    linux: {
      remark: 'De los antivirus para Linux, solo Microsoft Defender lleva una lista que Workplace puede leer.',
      guides: [
        {
          label: 'Microsoft Defender',
          steps: [
            { text: 'Vea qué se encontró y su identificador.', command: 'mdatp threat list' },
            {
              text: 'Ponga cada amenaza en cuarentena, con su identificador en lugar de ID.',
              command: 'sudo mdatp threat quarantine add --id ID',
            },
            { text: 'Vuelva a examinar. Un examen rápido tarda unos minutos.', command: 'mdatp scan quick' },
          ],
        },
      ],
    },
  },
  managed:
    'Puede que el antivirus de su empresa deje la eliminación a sus administradores. Ellos también ven la amenaza; el servicio de asistencia puede decir cuánto tarda.',
};
