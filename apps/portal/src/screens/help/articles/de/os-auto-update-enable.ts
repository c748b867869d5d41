import type { Article } from '../article.ts';

export const osAutoUpdateEnable: Article = {
  title: 'Automatische Updates einschalten',
  why: 'Updates schließen Sicherheitslücken, meist wenige Tage nach ihrer Entdeckung, und niemand muss daran denken.',
  systems: {
    windows: {
      remark: 'Windows installiert Updates von selbst, wenn sie nicht angehalten oder ausgeschaltet sind.',
      settings: { label: 'Windows Update öffnen', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Windows Update**.',
            'Sind Updates angehalten, wählen Sie **Updates fortsetzen**.',
            'Wählen Sie **Nach Updates suchen** und lassen Sie Windows installieren, was es findet.',
          ],
          note: 'Lassen sich Updates dort nicht einschalten, hat ein Programm oder ein Administrator sie ausgeschaltet. Fragen Sie den Support.',
        },
        {
          label: 'Windows 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Update und Sicherheit**, dann **Windows Update**.',
            'Sind Updates angehalten, wählen Sie **Updates fortsetzen**, dann **Nach Updates suchen**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Softwareupdate öffnen',
        href: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Softwareupdate**.',
            'Drücken Sie das **ⓘ** neben **Automatische Updates**.',
            'Schalten Sie **Neue Updates laden, falls verfügbar**, **macOS-Updates installieren** und **Sicherheitsmaßnahmen und Systemdateien installieren** ein. Die Namen unterscheiden sich von Version zu Version ein wenig.',
            'Wählen Sie **Fertig**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Workplace fragt den Teil des Systems, der Updates von selbst installiert. Die Schalter in GNOME Software und KDE Discover werden nicht gelesen: Sie laden vielleicht nur herunter.',
      guides: [
        {
          label: 'Ubuntu, Debian und Linux Mint',
          steps: [
            { text: 'Installieren Sie, was Updates installiert.', command: 'sudo apt install unattended-upgrades' },
            {
              text: 'Schalten Sie es ein: Antworten Sie **Ja**.',
              command: 'sudo dpkg-reconfigure unattended-upgrades',
            },
          ],
        },
        {
          label: 'Fedora 41 und neuer',
          steps: [
            { text: 'Installieren Sie, was Updates installiert.', command: 'sudo dnf install dnf5-plugin-automatic' },
            {
              text: 'Sagen Sie ihm, dass es installieren soll, nicht nur herunterladen. Das schreibt seine Einstellungen neu.',
              command: "printf '[commands]\\napply_updates = yes\\n' | sudo tee /etc/dnf/automatic.conf",
            },
            {
              text: 'Schalten Sie es ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now dnf5-automatic.timer',
            },
          ],
        },
        {
          label: 'Red Hat, AlmaLinux und Rocky Linux',
          steps: [
            { text: 'Installieren Sie, was Updates installiert.', command: 'sudo dnf install dnf-automatic' },
            {
              text: 'Schalten Sie es ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now dnf-automatic-install.timer',
            },
          ],
        },
      ],
    },
  },
};
