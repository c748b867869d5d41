import type { Article, SystemHelp } from '../article.ts';

/** Browsers are alike on every system. */
const everywhere: SystemHelp = {
  guides: [
    {
      label: 'Chrome, Edge und ähnliche Browser',
      steps: [
        'Schließen Sie alle Fenster des Browsers und öffnen Sie ihn wieder. Die meisten Unternehmen installieren die Erweiterung selbst, und der Browser übernimmt sie beim Start.',
        'Geben Sie `chrome://extensions` in die Adressleiste ein, in Edge `edge://extensions`, und drücken Sie die Eingabetaste.',
        'Steht **Workplace** nicht in der Liste, installieren Sie es zuerst. Mit einem Ordner vom Support: Schalten Sie den **Entwicklermodus** ein, wählen Sie **Entpackte Erweiterung laden** und dann diesen Ordner.',
        'Schalten Sie **Workplace** ein.',
      ],
      note: 'Fehlt es und Sie haben keinen Ordner, nennen Sie dem Support den Code unten auf der Seite.',
    },
    {
      label: 'Firefox',
      steps: [
        'Schließen Sie alle Fenster von Firefox und öffnen Sie es wieder. Die meisten Unternehmen installieren die Erweiterung selbst.',
        'Geben Sie `about:addons` in die Adressleiste ein und drücken Sie die Eingabetaste.',
        'Fehlt **Workplace**, installieren Sie es zuerst. Mit einem Ordner vom Support: Geben Sie `about:debugging#/runtime/this-firefox` ein, wählen Sie **Temporäres Add-on laden** und dann die Datei `manifest.json` in diesem Ordner.',
        'Schalten Sie **Workplace** ein.',
      ],
      note: 'Was so geladen wurde, ist weg, wenn Firefox endet. Der Support kann es dauerhaft installieren lassen.',
    },
  ],
};

export const browserExtension: Article = {
  title: 'Die Browsererweiterung installieren',
  why: 'Über die Erweiterung spricht diese Seite mit Workplace auf Ihrem Computer. Ohne sie kann nichts geprüft werden.',
  systems: { windows: everywhere, macos: everywhere, linux: everywhere },
  managed:
    'Der Schalter der Erweiterung ist grau: Ihr Unternehmen hat sie installiert, und niemand kann sie aus Versehen entfernen. Es ist nichts zu tun.',
};
