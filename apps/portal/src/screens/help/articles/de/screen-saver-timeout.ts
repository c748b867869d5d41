import type { Article } from '../article.ts';

export const screenSaverTimeout: Article = {
  title: 'Den Bildschirmschoner früher starten lassen',
  why: 'Je früher der Bildschirm sich von selbst schließt, desto kürzer liegt Ihre Arbeit offen, wenn Sie weggerufen werden. Ihr Unternehmen legt die längste Zeit fest, meist 15 Minuten. Die Prüfung nennt sie: Öffnen Sie **Was gefunden wurde** und sehen Sie bei **Gewünscht** nach.',
  systems: {
    windows: {
      settings: { label: 'Sperrbildschirm öffnen', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Personalisierung**, dann **Sperrbildschirm**.',
            'Wählen Sie am Ende der Seite **Bildschirmschoner**. Windows 10 nennt es **Bildschirmschonereinstellungen**.',
            'Stellen Sie **Wartezeit** auf 10 Minuten oder auf die Zeit, die Ihr Unternehmen möchte.',
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
            'Stellen Sie **Bildschirmschoner bei Inaktivität starten** auf **Nach 10 Minuten** oder auf die Zeit, die Ihr Unternehmen möchte.',
            'Stellen Sie **Passwort anfordern, nachdem der Bildschirmschoner gestartet oder das Display ausgeschaltet wurde** auf **Sofort**: Ein späteres Passwort zählt als späterer Start.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Öffnen Sie **Einstellungen**, dann **Datenschutz und Sicherheit**, dann **Bildschirmsperre**. In älteren Versionen ist es **Datenschutz**, dann **Bildschirm**.',
            'Stellen Sie **Verzögerung bis zum Abschalten des Bildschirms** auf 10 Minuten oder auf die Zeit, die Ihr Unternehmen möchte.',
            'Stellen Sie **Verzögerung der automatischen Bildschirmsperre** auf **Bildschirm wird abgeschaltet**: Eine spätere Sperre zählt als späterer Start.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Öffnen Sie **Systemeinstellungen** und tippen Sie **Bildschirmsperre** in das Suchfeld.',
            'Stellen Sie **Bildschirm automatisch sperren** auf 10 Minuten oder auf die Zeit, die Ihr Unternehmen möchte, und wählen Sie **Anwenden**.',
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
