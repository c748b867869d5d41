import type { Article } from '../article.ts';

export const firewallEnable: Article = {
  title: 'Die Firewall einschalten',
  why: 'Eine Firewall hält andere Geräte im selben Netz, zu Hause oder im Café, von diesem Computer fern.',
  systems: {
    windows: {
      settings: { label: 'Firewall- & Netzwerkschutz öffnen', href: 'windowsdefender://network' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **Windows-Sicherheit** und drücken Sie die Eingabetaste.',
            'Wählen Sie **Firewall- & Netzwerkschutz**.',
            'Öffnen Sie nacheinander **Domänennetzwerk**, **Privates Netzwerk** und **Öffentliches Netzwerk**. Schalten Sie in jedem **Microsoft Defender Firewall** ein.',
            'Windows fragt vielleicht nach einem Administrator. Wählen Sie **Ja**.',
          ],
          note: 'Nennt die Seite eine andere Firewall, schalten Sie sie in ihrem eigenen Programm ein.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Firewall öffnen',
        href: 'x-apple.systempreferences:com.apple.Network-Settings.extension?Firewall',
      },
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**.',
            'Wählen Sie **Netzwerk**, dann **Firewall**.',
            'Schalten Sie **Firewall** ein. macOS fragt vielleicht nach Ihrem Passwort.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'GNOME hat keinen Schalter für die Firewall, darum ist ein Terminal der kurze Weg. Nach Ihrem Passwort wird einmal gefragt.',
      guides: [
        {
          label: 'Ubuntu, Debian und Linux Mint',
          steps: [
            { text: 'Installieren Sie die Firewall, falls sie noch nicht da ist.', command: 'sudo apt install ufw' },
            {
              text: 'Nur wenn andere diesen Computer über SSH erreichen: Lassen Sie diesen Weg offen.',
              command: 'sudo ufw allow ssh',
            },
            { text: 'Schalten Sie sie ein. Sie bleibt auch nach einem Neustart an.', command: 'sudo ufw enable' },
          ],
        },
        {
          label: 'Fedora, Red Hat und openSUSE',
          steps: [
            {
              text: 'Schalten Sie es ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now firewalld',
            },
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Öffnen Sie **Systemeinstellungen** und tippen Sie **Firewall** in das Suchfeld.',
            'Ist die Seite da, setzen Sie den Haken bei **Aktiviert**. Wenn nicht, gehen Sie oben die Schritte Ihrer Distribution durch.',
          ],
        },
      ],
    },
  },
};
