import type { Article } from '../article.ts';

export const screenSaverState: Article = {
  title: 'Den Bildschirmschoner einschalten',
  why: 'Ein offener Bildschirm zeigt Ihre Arbeit jedem, der vorbeikommt.',
  systems: {
    windows: {
      settings: { label: 'Sperrbildschirm öffnen', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Personalisierung**, dann **Sperrbildschirm**.',
            'Wählen Sie am Ende der Seite **Bildschirmschoner**. Windows 10 nennt es **Bildschirmschonereinstellungen**.',
            'Wählen Sie irgendeinen Bildschirmschoner außer **(Kein)**. **Leer** spart am meisten Strom.',
            'Stellen Sie **Wartezeit** auf 10 Minuten und setzen Sie den Haken bei **Anmeldeseite bei Reaktivierung**.',
            'Wählen Sie **OK**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Sperrbildschirm öffnen',
        href: 'x-apple.systempreferences:com.apple.Lock-Screen-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Sperrbildschirm**.',
            'Stellen Sie **Bildschirmschoner bei Inaktivität starten** auf **Nach 10 Minuten**. Jede Zeit außer **Nie** ist recht.',
          ],
          note: 'Ist die Zeile nicht da, sehen Sie unter **Bildschirmschoner** oder **Hintergrundbild** nach: In manchen Versionen ist sie umgezogen.',
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Öffnen Sie **Einstellungen**, dann **Datenschutz und Sicherheit**, dann **Bildschirmsperre**. In älteren Versionen ist es **Datenschutz**, dann **Bildschirm**.',
            'Stellen Sie **Verzögerung bis zum Abschalten des Bildschirms** auf 10 Minuten. Jede Zeit außer **Nie** ist recht.',
            'Schalten Sie **Automatische Bildschirmsperre** ein.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Öffnen Sie **Systemeinstellungen** und tippen Sie **Bildschirmsperre** in das Suchfeld.',
            'Stellen Sie **Bildschirm automatisch sperren** auf 10 Minuten und wählen Sie **Anwenden**.',
          ],
        },
        {
          label: 'In einem Terminal, für GNOME',
          steps: [
            {
              text: 'Lassen Sie nach 600 Sekunden starten.',
              command: 'gsettings set org.gnome.desktop.session idle-delay 600',
            },
          ],
        },
      ],
    },
  },
};
