import type { Article } from '../article.ts';

const TELL_SUPPORT =
  'Sagen Sie dem Support diesen Namen. Steht am Ende dieser Seite ein Support-Code, sagen Sie auch ihn.';

export const knownDevice: Article = {
  title: 'Diesen Computer registrieren',
  why: 'Nur Computer, die Ihr Unternehmen kennt, dürfen für die Arbeit verwendet werden. Jeder wird einmal registriert: von einem Computer aus, der schon Ihnen gehört, durch einen zweiten Faktor bei der Anmeldung oder durch Ihre IT-Abteilung, je nachdem, was Ihr Unternehmen festgelegt hat. Keine Einstellung dieses Computers entscheidet darüber.',
  systems: {
    windows: {
      settings: { label: 'Info öffnen', href: 'ms-settings:about' },
      guides: [
        {
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **System**, dann **Info**. **Gerätename** ist der Name dieses Computers.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    macos: {
      guides: [
        {
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Info**. **Name** ist der Name dieses Mac; seine Seriennummer steht darunter.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Öffnen Sie **Einstellungen**, dann **System**, dann **Info**. **Gerätename** ist der Name dieses Computers.',
            TELL_SUPPORT,
          ],
        },
        {
          label: 'KDE Plasma und andere',
          steps: [{ text: 'Lesen Sie den Namen in einem Terminal.', command: 'hostname' }, TELL_SUPPORT],
        },
      ],
    },
  },
  managed:
    'Darüber entscheidet immer Ihr Unternehmen. Sagt die Prüfung, dass der Computer wartet, fehlt nur die Registrierung. Steht auf jener Seite ein Code für einen anderen Computer, geben Sie ihn dort ein. Sagt sie, dass er gesperrt wurde, kann Ihre IT-Abteilung sagen, warum. Sagt sie, dass die Schlüssel nicht in Sicherheits-Hardware liegen, sagt „workplace keys“ in einem Terminal, warum; unter Windows und macOS kann nur Ihre IT-Abteilung helfen.',
  after: 'Sie kommen durch, sobald der Computer freigegeben ist.',
};
