import type { Article } from '../article.ts';

export const antiVirusSignaturesUpToDate: Article = {
  title: 'Die Virendefinitionen aktualisieren',
  why: 'Aus den Definitionen weiß das Antivirenprogramm, wie die neuesten schädlichen Programme aussehen. Meist kommen sie von selbst, mehrmals in der Woche; ein Computer, der lange aus war, hinkt hinterher.',
  systems: {
    windows: {
      settings: { label: 'Viren- & Bedrohungsschutz öffnen', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender auf Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **Windows-Sicherheit** und drücken Sie die Eingabetaste.',
            'Wählen Sie **Viren- & Bedrohungsschutz**.',
            'Wählen Sie unter **Updates für Viren- & Bedrohungsschutz** **Schutzupdates**, dann **Nach Updates suchen**. Es dauert ein bis zwei Minuten.',
          ],
        },
        {
          label: 'Ein anderes Antivirenprogramm',
          steps: ['Öffnen Sie es über **Start** und wählen Sie seine Aktualisierung.'],
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
          label: 'Apples eigener Schutz, macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Softwareupdate**.',
            'Drücken Sie das **ⓘ** neben **Automatische Updates** und schalten Sie **Sicherheitsmaßnahmen und Systemdateien installieren** ein.',
            'Lassen Sie den Mac an und mit dem Internet verbunden. Neue Definitionen kommen innerhalb eines Tages; nichts muss neu gestartet werden.',
          ],
        },
        {
          label: 'Ein anderes Antivirenprogramm',
          steps: ['Öffnen Sie es unter **Programme** und wählen Sie seine Aktualisierung.'],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV',
          steps: [
            {
              text: 'Lassen Sie die Definitionen von selbst kommen. Das erste Mal dauert einige Minuten und braucht mehr als 200 MB.',
              command: 'sudo systemctl enable --now clamav-freshclam',
            },
          ],
          note: 'Wird der Dienst nicht gefunden, installieren Sie das Paket `clamav-freshclam`.',
        },
        {
          label: 'Microsoft Defender',
          steps: [{ text: 'Holen Sie die neuesten Definitionen.', command: 'mdatp definitions update' }],
        },
      ],
    },
  },
};
