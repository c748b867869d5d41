import type { Article } from '../article.ts';

export const osSupported: Article = {
  title: 'Das Betriebssystem aktualisieren',
  why: 'Eine Version, deren Unterstützung abgelaufen ist, bekommt keine Sicherheitsupdates mehr: Lücken darin bleiben offen. Unter **Was gefunden wurde** steht, welche Version das hier ist, und bei **Gewünscht**, was Ihr Unternehmen zulässt.',
  systems: {
    windows: {
      settings: { label: 'Windows Update öffnen', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Sichern Sie Ihre Arbeit und schließen Sie den Computer an den Strom an. Ein Upgrade dauert 30 bis 90 Minuten und braucht etwa 5 GB.',
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Windows Update**. In Windows 10 ist es **Update und Sicherheit**, dann **Windows Update**.',
            'Wählen Sie **Nach Updates suchen**.',
            'Wird eine neue Version angeboten, wählen Sie **Herunterladen und installieren**, und starten Sie neu, wenn Windows es verlangt.',
          ],
          note: 'Die regulären Updates von Windows 10 endeten am 14. Oktober 2025. Wird Windows 11 nicht angeboten, ist dieser Computer vielleicht zu alt dafür; fragen Sie den Support.',
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
            'Sichern Sie Ihre Arbeit und schließen Sie den Mac an den Strom an. Ein Upgrade dauert 30 bis 60 Minuten und braucht etwa 25 GB freien Platz.',
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Softwareupdate**.',
            'Wählen Sie **Jetzt aktualisieren**.',
          ],
          note: 'macOS 12 und älter: Apple-Menü, **Systemeinstellungen**, **Softwareupdate**. Wird nichts angeboten, ist dieser Mac vielleicht zu alt; fragen Sie den Support.',
        },
      ],
    },
    linux: {
      remark: 'Kopieren Sie zuerst, was wichtig ist, auf ein anderes Laufwerk. Ein Upgrade dauert 30 bis 90 Minuten.',
      guides: [
        {
          label: 'Ubuntu',
          steps: [
            {
              text: 'Installieren Sie alle Updates der jetzigen Version.',
              command: 'sudo apt update && sudo apt full-upgrade',
            },
            {
              text: 'Starten Sie neu und gehen Sie dann zur nächsten Version über.',
              command: 'sudo do-release-upgrade',
            },
          ],
        },
        {
          label: 'Fedora',
          steps: [
            'Öffnen Sie **Software** (GNOME) oder **Discover** (KDE), dann **Aktualisierungen**.',
            'Wählen Sie neben der neuen Version **Herunterladen** oder **Aktualisieren**, und starten Sie neu, wenn es verlangt wird.',
          ],
        },
        {
          label: 'Linux Mint',
          steps: [
            'Öffnen Sie die **Aktualisierungsverwaltung**, dann **Bearbeiten**, und wählen Sie das Upgrade auf die neue Version.',
          ],
        },
        {
          label: 'Debian und andere',
          steps: [
            { text: 'Sehen Sie nach, welche Version das ist.', command: 'cat /etc/os-release' },
            'Die Hinweise zur neuesten Version sagen, wie man zu ihr übergeht. Eine Distribution, die Ihr Unternehmen nicht nennt, kommt nicht durch; der Support weiß, welche es können.',
          ],
        },
      ],
    },
  },
};
