import type { Article } from '../article.ts';

export const managedDevice: Article = {
  title: 'Ihr Unternehmen diesen Computer verwalten lassen',
  why: 'Ein verwalteter Computer bekommt Sicherheitseinstellungen und Updates von Ihrem Unternehmen. Was es dort sonst noch sehen oder tun kann, hängt von seinem Dienst ab: Die Registrierung zählt es auf, bevor Sie zustimmen.',
  systems: {
    windows: {
      settings: { label: 'Auf Arbeits- oder Schulkonto zugreifen öffnen', href: 'ms-settings:workplace' },
      guides: [
        {
          label: 'Windows 11 und 10',
          steps: [
            'Öffnen Sie **Start**, dann **Einstellungen**, dann **Konten**, dann **Auf Arbeits- oder Schulkonto zugreifen**.',
            'Wählen Sie **Verbinden** und melden Sie sich mit Ihrer Arbeitsadresse an.',
            'Lesen Sie, was Ihr Unternehmen verwalten wird, und stimmen Sie zu.',
          ],
          note: 'Verwendet Ihr Unternehmen das **Unternehmensportal** oder einen anderen Dienst, nehmen Sie stattdessen den Link oder das Installationsprogramm des Supports. Die Registrierung kann 15 Minuten dauern.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Geräteverwaltung öffnen',
        href: 'x-apple.systempreferences:com.apple.Profiles-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 und neuer',
          steps: [
            'Holen Sie sich vom Support den Link oder die App zur Registrierung, öffnen Sie sie und melden Sie sich mit Ihrer Arbeitsadresse an. Dabei wird ein **Profil** geladen.',
            'Öffnen Sie **Systemeinstellungen**, dann **Allgemein**, dann **Geräteverwaltung**. In macOS 13 und 14 ist es **Datenschutz & Sicherheit**, dann **Profile**.',
            'Öffnen Sie das Profil, lesen Sie, was es erlaubt, und wählen Sie **Installieren** oder **Registrieren**.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Linux hat keine eigene Verwaltung: Das tut ein Dienst, den Ihr Unternehmen wählt.',
      guides: [
        {
          label: 'Microsoft Intune',
          steps: [
            'Installieren Sie **Microsoft Intune**, wie der Support es sagt, öffnen Sie es und melden Sie sich mit Ihrer Arbeitsadresse an.',
            {
              text: 'Es funktioniert, wenn hier **active** steht.',
              command: 'systemctl --user is-active intune-agent.timer',
            },
          ],
        },
        {
          label: 'Fleet, JumpCloud, Landscape und Salt',
          steps: [
            'Holen Sie sich vom Support das Installationsprogramm und führen Sie es aus.',
            'Starten Sie den Computer neu, damit der Dienst startet.',
          ],
        },
      ],
    },
  },
  managed:
    'Sagt die Prüfung, dass die Verwaltung nicht funktioniert, ist der Dienst installiert, aber angehalten oder nicht registriert. Starten Sie den Computer neu; bleibt die Prüfung, wie sie ist, fragen Sie den Support.',
};
