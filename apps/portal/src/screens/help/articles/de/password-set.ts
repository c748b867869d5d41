import type { Article } from '../article.ts';

export const passwordSet: Article = {
  title: 'Ein Anmeldepasswort setzen',
  why: 'Ohne Passwort kann jeder, der an diesen Computer kommt, Ihr Konto und die Arbeit darin öffnen. Workplace liest, ob es eines gibt, nie das Passwort selbst.',
  systems: {
    windows: {
      settings: { label: 'Anmeldeoptionen öffnen', href: 'ms-settings:signinoptions' },
      guides: [
        {
          label: 'Ein Passwort setzen auf Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Konten**, dann **Anmeldeoptionen**.',
            'Öffnen Sie **Kennwort** und wählen Sie **Hinzufügen**.',
            'Tippen Sie das neue Kennwort zweimal, und einen Hinweis. Wählen Sie **Fertig stellen**.',
          ],
        },
        {
          label: 'Wenn Windows sich von selbst anmeldet',
          steps: [
            'Drücken Sie die Windows-Taste und R, tippen Sie `netplwiz` und drücken Sie die Eingabetaste.',
            'Setzen Sie den Haken bei **Benutzer müssen Benutzernamen und Kennwort eingeben**.',
            'Wählen Sie **OK**.',
          ],
          note: 'Fehlt diese Zeile, kann der Support sie für Sie ausschalten.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Benutzer:innen & Gruppen öffnen',
        href: 'x-apple.systempreferences:com.apple.Users-Groups-Settings.extension',
      },
      guides: [
        {
          label: 'Ein Passwort setzen auf macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**.',
            'Wählen Sie **Touch ID & Passwort**. Auf einem Mac ohne Touch ID heißt es **Anmeldepasswort**.',
            'Wählen Sie neben **Passwort** **Ändern**. Lassen Sie das alte Passwort leer, wenn es keines gab.',
          ],
        },
        {
          label: 'Wenn der Mac sich von selbst anmeldet',
          steps: [
            'Öffnen Sie **Systemeinstellungen**, dann **Benutzer:innen & Gruppen**.',
            'Stellen Sie **Automatisch anmelden als** auf **Aus**.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Öffnen Sie **Einstellungen**, dann **System**, dann **Benutzer**. In älteren Versionen steht **Benutzer** in der ersten Liste.',
            'Wählen Sie **Entsperren** und tippen Sie das Passwort eines Administrators.',
            'Wählen Sie **Passwort** und setzen Sie eines. Schalten Sie **Automatische Anmeldung** aus.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Öffnen Sie **Systemeinstellungen**, dann **Benutzer**, und wählen Sie **Passwort ändern**.',
            'Tippen Sie **Anmeldebildschirm** in das Suchfeld, öffnen Sie die Seite und wählen Sie **Verhalten**.',
            'Entfernen Sie den Haken bei **Automatisch anmelden**.',
          ],
        },
        {
          label: 'In einem Terminal',
          steps: [{ text: 'Setzen Sie ein neues Passwort für Ihr Konto.', command: 'passwd' }],
        },
      ],
    },
  },
};
