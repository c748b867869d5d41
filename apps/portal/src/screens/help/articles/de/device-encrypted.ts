import type { Article } from '../article.ts';

const KEEP_THE_KEY =
  'Verwahren Sie den Wiederherstellungsschlüssel außerhalb dieses Computers. Ohne ihn kann niemand das Laufwerk öffnen, wenn das Passwort verloren ist.';

export const deviceEncrypted: Article = {
  title: 'Die Festplatte verschlüsseln',
  why: 'Geht dieser Computer verloren, kann jeder, der ihn findet, die Arbeit darauf lesen, außer das Laufwerk ist verschlüsselt.',
  systems: {
    windows: {
      settings: { label: 'Geräteverschlüsselung öffnen', href: 'ms-settings:deviceencryption' },
      guides: [
        {
          label: 'Windows 11 und 10 Home',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Datenschutz und Sicherheit**, dann **Geräteverschlüsselung**. In Windows 10 ist es **Update und Sicherheit**, dann **Geräteverschlüsselung**.',
            'Schalten Sie **Geräteverschlüsselung** ein. Windows bittet Sie vielleicht, sich mit einem Microsoft-Konto anzumelden, das den Wiederherstellungsschlüssel verwahrt.',
          ],
          note: 'Fehlt die Seite, kann dieser Computer es mit Windows Home nicht. Der Support weiß, was möglich ist.',
        },
        {
          label: 'Windows 11 und 10 Pro, Enterprise und Education',
          steps: [
            'Öffnen Sie **Start**, tippen Sie **BitLocker verwalten** und drücken Sie die Eingabetaste.',
            'Wählen Sie neben **C:** und jedem anderen eingebauten Laufwerk **BitLocker aktivieren**. Ist der Schutz angehalten, wählen Sie **Schutz fortsetzen**: Damit ist es schon getan.',
            KEEP_THE_KEY,
            'Wählen Sie **Nur verwendeten Speicherplatz verschlüsseln**, dann **Verschlüsselung starten**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'FileVault öffnen',
        href: 'x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault',
      },
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Öffnen Sie das Apple-Menü und wählen Sie **Systemeinstellungen**, dann **Datenschutz & Sicherheit**.',
            'Blättern Sie zu **FileVault** und wählen Sie **Aktivieren**.',
            KEEP_THE_KEY,
          ],
          note: 'Macs mit Apple-Chip oder T2-Chip sind in Minuten fertig. Ältere brauchen einige Stunden.',
        },
      ],
    },
    linux: {
      remark:
        'Linux verschlüsselt das Laufwerk bei der Installation. Eines im Betrieb zu verschlüsseln ist möglich, gefährdet aber seinen Inhalt, darum führt diese Seite nicht hindurch.',
      guides: [
        {
          label: 'Nachsehen, ob es verschlüsselt ist',
          steps: [
            {
              text: 'Suchen Sie die Zeilen, die mit `/`, `/home`, `[SWAP]` oder einem anderen Ort enden. Jede ist verschlüsselt, wenn dort **crypt** steht oder in einer Zeile darüber.',
              command: 'lsblk -o NAME,TYPE,MOUNTPOINTS',
            },
          ],
        },
        {
          label: 'Neu installieren, verschlüsselt',
          steps: [
            'Fragen Sie zuerst den Support: Vielleicht hat Ihr Unternehmen eine vorbereitete Installation oder einen anderen Computer für Sie.',
            'Kopieren Sie alles, was Sie brauchen, auf ein anderes Laufwerk.',
            'Installieren Sie das System neu und wählen Sie die Verschlüsselung, wenn es fragt, wie das Laufwerk verwendet werden soll. Ubuntu nennt sie **LVM und Verschlüsselung verwenden** oder **Mit einer Passphrase verschlüsseln**, Fedora **Meine Daten verschlüsseln**, Debian **verschlüsseltes LVM**.',
          ],
          note: 'Das dauert etwa eine Stunde, das Kopieren kommt hinzu.',
        },
      ],
    },
  },
  managed:
    'Ihr Unternehmen schaltet die Verschlüsselung von selbst ein und verwahrt den Wiederherstellungsschlüssel. Der Schalter ist dann grau; Ihre IT-Abteilung kann sagen, wann sie beginnt.',
  after:
    'Die Prüfung ist bestanden, wenn das ganze Laufwerk verschlüsselt ist. Das dauert Minuten bis einige Stunden; Sie können weiterarbeiten. Lassen Sie den Computer eingeschaltet und am Strom.',
};
