import type { Article } from '../article.ts';

export const noActiveInfections: Article = {
  title: 'Die gefundene Bedrohung entfernen',
  why: 'Ein schädliches Programm kann mitlesen, was Sie tippen. Melden Sie sich auf diesem Computer überall sonst ab, bis es entfernt ist, und sagen Sie dem Support, was die Prüfung gefunden hat.',
  systems: {
    windows: {
      settings: { label: 'Viren- & Bedrohungsschutz öffnen', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender auf Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **Windows-Sicherheit** und drücken Sie die Eingabetaste.',
            'Wählen Sie **Viren- & Bedrohungsschutz**. Unter **Aktuelle Bedrohungen** wird jede Bedrohung genannt.',
            'Wählen Sie für jede **Entfernen** oder **Quarantäne**, dann **Aktionen starten**.',
            'Wählen Sie zur Sicherheit **Schnellüberprüfung**. Sie dauert 2 bis 15 Minuten.',
            'Kommt die Bedrohung wieder: **Scanoptionen**, dann **Microsoft Defender Antivirus (Offline-Überprüfung)**. Der Computer startet dabei neu und es dauert etwa 15 Minuten, sichern Sie also zuerst Ihre Arbeit.',
          ],
        },
        {
          label: 'Ein anderes Antivirenprogramm',
          steps: [
            'Öffnen Sie es über **Start**. Was es gefunden hat, steht in seiner Liste der Bedrohungen oder seiner Quarantäne.',
          ],
        },
      ],
    },
    macos: {
      remark:
        'macOS entfernt bekannte Bedrohungen von selbst und führt keine Liste davon. Die Prüfung liest die Liste des Antivirenprogramms, das installiert ist.',
      guides: [
        {
          steps: [
            'Öffnen Sie das Antivirenprogramm unter **Programme**. Was es gefunden hat, steht in seiner Liste der Bedrohungen oder seiner Quarantäne.',
            'Entfernen Sie dort jede Bedrohung.',
            'Lassen Sie das Antivirenprogramm den ganzen Mac prüfen. Das kann eine Stunde dauern.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Von den Antivirenprogrammen für Linux führt nur Microsoft Defender eine Liste, die Workplace lesen kann.',
      guides: [
        {
          label: 'Microsoft Defender',
          steps: [
            { text: 'Sehen Sie nach, was gefunden wurde, und seine Kennung.', command: 'mdatp threat list' },
            {
              text: 'Sperren Sie jede Bedrohung weg, mit ihrer Kennung anstelle von ID.',
              command: 'sudo mdatp threat quarantine add --id ID',
            },
            {
              text: 'Lassen Sie noch einmal prüfen. Eine schnelle Prüfung dauert einige Minuten.',
              command: 'mdatp scan quick',
            },
          ],
        },
      ],
    },
  },
  managed:
    'Vielleicht überlässt das Antivirenprogramm Ihres Unternehmens das Entfernen seinen Administratoren. Auch sie sehen die Bedrohung; der Support kann sagen, wie lange es dauert.',
};
