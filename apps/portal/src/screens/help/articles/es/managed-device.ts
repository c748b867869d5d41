import type { Article } from '../article.ts';

export const managedDevice: Article = {
  title: 'Dejar que su empresa administre este equipo',
  why: 'Un equipo administrado recibe de su empresa la configuración de seguridad y las actualizaciones. Qué más puede ver o hacer en él depende de su servicio: la inscripción lo enumera antes de que acepte.',
  systems: {
    windows: {
      settings: { label: 'Abrir Obtener acceso a trabajo o escuela', href: 'ms-settings:workplace' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, luego **Configuración**, luego **Cuentas**, luego **Obtener acceso a trabajo o escuela**.',
            'Elija **Conectar** e inicie sesión con su dirección de trabajo.',
            'Lea qué va a administrar su empresa y acepte.',
          ],
          note: 'Si su empresa usa el **Portal de empresa** u otro servicio, use el enlace o el instalador del servicio de asistencia. La inscripción puede tardar 15 minutos.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Gestión de dispositivos',
        href: 'x-apple.systempreferences:com.apple.Profiles-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Pida al servicio de asistencia el enlace o la app de inscripción, ábralo e inicie sesión con su dirección de trabajo. Se descarga un **perfil**.',
            'Abra **Ajustes del Sistema**, luego **General**, luego **Gestión de dispositivos**. En macOS 13 y 14 es **Privacidad y seguridad**, luego **Perfiles**.',
            'Abra el perfil, lea qué permite y elija **Instalar** o **Inscribir**.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Linux no tiene administración propia: la hace un servicio que elige su empresa.',
      guides: [
        {
          label: 'Microsoft Intune',
          steps: [
            'Instale **Microsoft Intune** como indique el servicio de asistencia, ábralo e inicie sesión con su dirección de trabajo.',
            {
              text: 'Funciona si esto dice **active**.',
              command: 'systemctl --user is-active intune-agent.timer',
            },
          ],
        },
        {
          label: 'Fleet, JumpCloud, Landscape y Salt',
          steps: [
            'Pida el instalador al servicio de asistencia y ejecútelo.',
            'Reinicie el equipo para que arranque el servicio.',
          ],
        },
      ],
    },
  },
  managed:
    'Si la comprobación dice que la administración no funciona, el servicio está instalado, pero detenido o sin inscribir. Reinicie el equipo; si la comprobación sigue igual, contacte con el servicio de asistencia.',
};
