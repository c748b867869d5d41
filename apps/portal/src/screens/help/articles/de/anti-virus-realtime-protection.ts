import type { Article } from '../article.ts';

export const antiVirusRealtimeProtection: Article = {
  title: 'Den Echtzeitschutz einschalten',
  why: 'Der Echtzeitschutz prüft jede Datei beim Öffnen, sodass ein schädliches Programm aufgehalten wird, bevor es läuft.',
  systems: {
    windows: {
      settings: { label: 'Schutzeinstellungen öffnen', href: 'windowsdefender://threatsettings' },
      guides: [
        {
          label: 'Microsoft Defender auf Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **Windows-Sicherheit** und drücken Sie die Eingabetaste.',
            'Wählen Sie **Viren- & Bedrohungsschutz**.',
            'Wählen Sie unter **Einstellungen für Viren- & Bedrohungsschutz** **Einstellungen verwalten**.',
            'Schalten Sie **Echtzeitschutz** ein. Windows fragt vielleicht nach einem Administrator.',
          ],
          note: 'Schaltet er sich wieder aus, sagen Sie es dem Support: Ein schädliches Programm kann der Grund sein.',
        },
        {
          label: 'Ein anderes Antivirenprogramm',
          steps: [
            'Öffnen Sie es über **Start** und schalten Sie seinen Schutz ein. Vielleicht sagt es auch, dass seine Lizenz abgelaufen ist.',
          ],
        },
      ],
    },
    macos: {
      remark:
        'Apples eigener Schutz ist immer eingeschaltet. Diese Schritte sind für ein Antivirenprogramm, das Sie oder Ihr Unternehmen installiert haben.',
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Antivirenprogramm unter **Programme** und schalten Sie seinen Schutz ein.',
            'Sagt es, dass macOS es blockiert: Öffnen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Anmeldeobjekte & Erweiterungen**, und schalten Sie es ein. In macOS 13 und 14 steht die Frage unter **Datenschutz & Sicherheit**.',
            'Schalten Sie es auch unter **Datenschutz & Sicherheit**, dann **Festplattenvollzugriff**, ein.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV auf Ubuntu, Debian und Linux Mint',
          steps: [
            {
              text: 'Sagen Sie ihm, welchen Ordner es überwacht, und dass es sich selbst nicht überwacht.',
              command:
                "printf 'OnAccessIncludePath /home\\nOnAccessExcludeUname clamav\\n' | sudo tee -a /etc/clamav/clamd.conf",
            },
            { text: 'Lassen Sie es das lesen.', command: 'sudo systemctl restart clamav-daemon' },
            {
              text: 'Schalten Sie die Überwachung ein, jetzt und bei jedem Start.',
              command: 'sudo systemctl enable --now clamav-daemon clamav-clamonacc',
            },
          ],
          note: 'Große Dateien öffnen sich von da an vielleicht etwas langsamer.',
        },
        {
          label: 'Microsoft Defender',
          steps: [
            {
              text: 'Schalten Sie es ein, sofern Ihr Unternehmen die Einstellung nicht festhält.',
              command: 'sudo mdatp config real-time-protection --value enabled',
            },
          ],
        },
        {
          label: 'CrowdStrike, SentinelOne, Sophos, ESET und Trend Micro',
          steps: [
            'Sie schützen, solange sie laufen. Starten Sie den Computer neu; bleibt die Prüfung, wie sie ist, fragen Sie den Support.',
          ],
        },
      ],
    },
  },
};
