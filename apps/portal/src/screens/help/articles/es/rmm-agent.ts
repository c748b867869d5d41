import type { Article } from '../article.ts';

const RESTART = 'Reinicie el equipo. Un agente instalado suele arrancar con él.';
const NOT_INSTALLED =
  'Si la comprobación dice que no hay ningún agente instalado, pida el instalador al servicio de asistencia. Cada empresa tiene el suyo, así que no se puede descargar aquí.';

export const rmmAgent: Article = {
  title: 'Iniciar el agente de administración',
  why: 'El agente es un programa con el que su departamento de informática cuida de este equipo a distancia. La comprobación nombra el que le falta: abra **Lo que encontramos**.',
  systems: {
    windows: {
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            RESTART,
            'Si la comprobación sigue igual: abra **Inicio**, escriba **Servicios** y pulse Entrar.',
            'Busque el agente, ábralo, ponga **Tipo de inicio** en **Automático** y elija **Iniciar**. Puede que Windows pida un administrador.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    macos: {
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            RESTART,
            'Si la comprobación sigue igual: abra **Ajustes del Sistema**, luego **General**, luego **Ítems de inicio y extensiones**. En macOS 13 y 14 se llama **Ítems de inicio**.',
            'En **Permitir en segundo plano** active el agente.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    linux: {
      guides: [
        {
          steps: [
            RESTART,
            {
              text: 'Si la comprobación sigue igual, liste los servicios instalados y busque el agente.',
              command: 'systemctl list-unit-files --type=service',
            },
            {
              text: 'Inícielo, ahora y en cada arranque, con su nombre en lugar de NAME.',
              command: 'sudo systemctl enable --now NAME',
            },
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
  },
  managed:
    'Su empresa instala y actualiza el agente por sí sola. Si se detiene una y otra vez, contacte con el servicio de asistencia: puede instalarlo de nuevo.',
};
