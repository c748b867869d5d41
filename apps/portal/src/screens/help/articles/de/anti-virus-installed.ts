import type { Article } from '../article.ts';

export const antiVirusInstalled: Article = {
  title: 'Ein Antivirenprogramm installieren',
  why: 'Ein Antivirenprogramm findet schädliche Programme, bevor sie Ihre Arbeit erreichen. Ihr Unternehmen erkennt vielleicht nur bestimmte an. Die Prüfung nennt sie: Öffnen Sie **Was gefunden wurde** und sehen Sie bei **Gewünscht** nach.',
  systems: {
    windows: {
      remark: 'Microsoft Defender gehört zu Windows. Es ruht, solange ein anderes Antivirenprogramm installiert ist.',
      settings: { label: 'Viren- & Bedrohungsschutz öffnen', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **Windows-Sicherheit** und drücken Sie die Eingabetaste.',
            'Wählen Sie **Viren- & Bedrohungsschutz**. Die Seite nennt das Antivirenprogramm, das in Gebrauch ist.',
            'Bietet sie **Aktivieren** oder **Jetzt neu starten** an, wählen Sie das.',
            'Ist dort ein abgelaufenes Antivirenprogramm, entfernen Sie es: **Einstellungen**, dann **Apps**, dann **Installierte Apps**. Nach einem Neustart übernimmt Microsoft Defender.',
          ],
          note: 'Möchte Ihr Unternehmen ein anderes Antivirenprogramm, hat der Support das Installationsprogramm.',
        },
      ],
    },
    macos: {
      remark:
        'Jeder Mac hat Apples eigenen Schutz, an dem nichts einzustellen ist. Ob das genügt oder ein weiteres Antivirenprogramm gewünscht ist, entscheidet Ihr Unternehmen.',
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Fragen Sie den Support nach dem Installationsprogramm des Antivirenprogramms, das Ihr Unternehmen möchte, und führen Sie es aus.',
            'macOS fragt, ob es arbeiten darf. Öffnen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Anmeldeobjekte & Erweiterungen**, und schalten Sie es ein. In macOS 13 und 14 steht die Frage unter **Datenschutz & Sicherheit**.',
            'Schalten Sie es auch unter **Datenschutz & Sicherheit**, dann **Festplattenvollzugriff**, ein.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Möchte Ihr Unternehmen ein bestimmtes Produkt, hat der Support das Installationsprogramm. ClamAV ist frei und Teil der meisten Distributionen. Seine Definitionen brauchen mehr als 200 MB.',
      guides: [
        {
          label: 'ClamAV auf Ubuntu, Debian und Linux Mint',
          steps: [
            { text: 'Installieren Sie es.', command: 'sudo apt install clamav clamav-daemon' },
            {
              text: 'Schalten Sie es ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now clamav-freshclam clamav-daemon',
            },
          ],
        },
        {
          label: 'ClamAV auf Fedora',
          steps: [
            { text: 'Installieren Sie es.', command: 'sudo dnf install clamav clamd clamav-freshclam' },
            {
              text: 'Lassen Sie seine Teile einander erreichen.',
              command: "sudo sed -i 's/^#LocalSocket /LocalSocket /' /etc/clamd.d/scan.conf",
            },
            {
              text: 'Schalten Sie es ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now clamav-freshclam clamd@scan',
            },
          ],
        },
      ],
    },
  },
  managed:
    'Ihr Unternehmen installiert das Antivirenprogramm von selbst. Bis es da ist, gibt es hier nichts zu tun; der Support weiß, wann es kommt.',
};
