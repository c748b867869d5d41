import type { Article } from '../article.ts';

const RESTART = 'Starten Sie den Computer neu. Ein installierter Agent startet meist mit ihm.';
const NOT_INSTALLED =
  'Sagt die Prüfung, dass kein Agent installiert ist, holen Sie sich vom Support das Installationsprogramm. Jedes Unternehmen hat sein eigenes, darum lässt es sich hier nicht herunterladen.';

export const rmmAgent: Article = {
  title: 'Den Verwaltungsagenten starten',
  why: 'Der Agent ist ein Programm, mit dem Ihre IT-Abteilung diesen Computer aus der Ferne betreut. Die Prüfung nennt den, der ihr fehlt: Öffnen Sie **Was gefunden wurde**.',
  systems: {
    windows: {
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            RESTART,
            'Bleibt die Prüfung, wie sie ist: Öffnen Sie **Start**, tippen Sie **Dienste** und drücken Sie die Eingabetaste.',
            'Suchen Sie den Agenten, öffnen Sie ihn, stellen Sie **Starttyp** auf **Automatisch** und wählen Sie **Starten**. Windows fragt vielleicht nach einem Administrator.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    macos: {
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            RESTART,
            'Bleibt die Prüfung, wie sie ist: Öffnen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Anmeldeobjekte & Erweiterungen**. In macOS 13 und 14 heißt es **Anmeldeobjekte**.',
            'Schalten Sie unter **Im Hintergrund erlauben** den Agenten ein.',
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
              text: 'Bleibt die Prüfung, wie sie ist, listen Sie die installierten Dienste auf und suchen Sie den Agenten.',
              command: 'systemctl list-unit-files --type=service',
            },
            {
              text: 'Starten Sie ihn, jetzt und bei jedem Start, mit seinem Namen anstelle von NAME.',
              command: 'sudo systemctl enable --now NAME',
            },
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
  },
  managed:
    'Ihr Unternehmen installiert und aktualisiert den Agenten von selbst. Hält er immer wieder an, fragen Sie den Support: Er kann ihn neu installieren.',
};
