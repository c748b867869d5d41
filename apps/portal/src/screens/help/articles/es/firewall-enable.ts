import type { Article } from '../article.ts';

export const firewallEnable: Article = {
  title: 'Activar el firewall',
  why: 'Un firewall mantiene fuera de este equipo a los demás dispositivos de la misma red, en casa o en una cafetería.',
  systems: {
    windows: {
      settings: { label: 'Abrir Firewall y protección de red', href: 'windowsdefender://network' },
      guides: [
        {
          label: 'Windows 11 y 10',
          steps: [
            'Abra **Inicio**, escriba **Seguridad de Windows** y pulse Entrar.',
            'Elija **Firewall y protección de red**.',
            'Abra una tras otra **Red de dominio**, **Red privada** y **Red pública**. Active **Firewall de Microsoft Defender** en cada una.',
            'Puede que Windows pida un administrador. Elija **Sí**.',
          ],
          note: 'Si esa página nombra otro firewall, actívelo en su propio programa.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Abrir Firewall',
        href: 'x-apple.systempreferences:com.apple.Network-Settings.extension?Firewall',
      },
      guides: [
        {
          label: 'macOS 13 y posteriores',
          steps: [
            'Abra el menú Apple y elija **Ajustes del Sistema**.',
            'Elija **Red**, luego **Firewall**.',
            'Active **Firewall**. Puede que macOS pida su contraseña.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'GNOME no tiene un interruptor para el firewall, así que el camino corto es un terminal. La contraseña se pide una vez.',
      guides: [
        {
          label: 'Ubuntu, Debian y Linux Mint',
          steps: [
            { text: 'Instale el firewall, si aún no está.', command: 'sudo apt install ufw' },
            {
              text: 'Solo si otras personas llegan a este equipo por SSH: deje abierto ese camino.',
              command: 'sudo ufw allow ssh',
            },
            { text: 'Actívelo. Sigue activo tras reiniciar.', command: 'sudo ufw enable' },
          ],
        },
        {
          label: 'Fedora, Red Hat y openSUSE',
          steps: [{ text: 'Actívelo, ahora y en cada arranque.', command: 'sudo systemctl enable --now firewalld' }],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Abra **Preferencias del sistema** y escriba **Cortafuegos** en el campo de búsqueda.',
            'Si la página está, marque **Activado**. Si no, siga los pasos de su distribución de más arriba.',
          ],
        },
      ],
    },
  },
};
