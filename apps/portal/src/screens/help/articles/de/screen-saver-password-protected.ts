import type { Article } from '../article.ts';

export const screenSaverPasswordProtected: Article = {
  title: 'Nach dem Bildschirmschoner ein Passwort verlangen',
  why: 'Ein Bildschirmschoner allein verbirgt Ihre Arbeit; ein Passwort, eine PIN oder ein Fingerabdruck sorgt dafür, dass nur Sie sie wieder öffnen.',
  systems: {
    windows: {
      settings: { label: 'Sperrbildschirm öffnen', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Personalisierung**, dann **Sperrbildschirm**.',
            'Wählen Sie am Ende der Seite **Bildschirmschoner**. Windows 10 nennt es **Bildschirmschonereinstellungen**.',
            'Setzen Sie den Haken bei **Anmeldeseite bei Reaktivierung**.',
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
            'Stellen Sie **Passwort anfordern, nachdem der Bildschirmschoner gestartet oder das Display ausgeschaltet wurde** auf **Sofort**. Meist genügen auch 5 Sekunden.',
            'macOS fragt nach Ihrem Passwort.',
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
            'Schalten Sie **Automatische Bildschirmsperre** ein.',
            'Stellen Sie **Verzögerung der automatischen Bildschirmsperre** auf **Bildschirm wird abgeschaltet**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Öffnen Sie **Systemeinstellungen** und tippen Sie **Bildschirmsperre** in das Suchfeld.',
            'Setzen Sie den Haken bei **Bildschirm automatisch sperren**.',
            'Stellen Sie die Zeit, bis ein Passwort verlangt wird, auf 5 Sekunden oder weniger und wählen Sie **Anwenden**.',
          ],
        },
        {
          label: 'In einem Terminal, für GNOME',
          steps: [
            {
              text: 'Schalten Sie die Sperre ein.',
              command: 'gsettings set org.gnome.desktop.screensaver lock-enabled true',
            },
            { text: 'Lassen Sie sofort sperren.', command: 'gsettings set org.gnome.desktop.screensaver lock-delay 0' },
          ],
        },
      ],
    },
  },
};
