import type { ReadingPage } from '../article.ts';

export const whatWeRead: ReadingPage = {
  title: 'Was wir auf diesem Computer lesen',
  lead: 'Das ist die vollständige Liste. Gelesen wird, wenn Sie sich zur Arbeit anmelden oder die Prüfseite öffnen, und noch einmal, wenn sich eine dieser Einstellungen ändert, solange die Seite offen ist. Nichts anderes verlässt diesen Computer.',
  lists: [
    {
      heading: 'Sicherheitseinstellungen',
      intro:
        'Zu jeder: wo, wann und mit wessen Rechten sie gelesen wurde, ob Ihr Unternehmen sie festhält, oder warum sie nicht gelesen werden konnte.',
      facts: [
        { name: 'Betriebssystem', text: 'Sein Name und seine Version, etwa Windows 11 oder Ubuntu 24.04' },
        {
          name: 'Updates',
          text: 'Ob sie sich von selbst installieren, was sie installiert, wann zuletzt, und was es daran hindert',
        },
        {
          name: 'Anmeldepasswort',
          text: 'Ob eines gesetzt ist, und welche Einstellung ohne es anmeldet, falls es eine gibt. **Nie das Passwort**',
        },
        {
          name: 'Bildschirmsperre',
          text: 'Nach welcher Zeit Bildschirmschoner oder Sperre startet, ob sie ein Passwort verlangt, und wie bald',
        },
        {
          name: 'Antivirenprogramm',
          text: 'Welche Produkte installiert sind, ob sie laufen und in Echtzeit schützen, und von wann ihre Definitionen sind',
        },
        {
          name: 'Bedrohungen',
          text: 'Schädliche Programme, die das Antivirenprogramm gefunden und nicht entfernt hat: ihre Namen, und die Datei oder das Programm, in dem jedes gefunden wurde',
        },
        {
          name: 'Festplattenverschlüsselung',
          text: 'Ob die eingebauten Laufwerke verschlüsselt sind, wie, wie weit, und ihre Namen, etwa C: oder /home',
        },
        { name: 'Firewall', text: 'Welche, ob sie eingeschaltet ist, und was sie offen lässt' },
        {
          name: 'Verwaltung',
          text: 'Welche Verwaltungsdienste installiert sind, und ob dieser Computer dort registriert ist',
        },
        {
          name: 'Verwaltungsagenten',
          text: 'Ob Agenten aus einer festen Liste laufen, angehalten sind oder fehlen. Andere Programme werden nicht aufgelistet',
        },
      ],
    },
    {
      heading: 'Dieser Computer',
      facts: [
        { name: 'Computer', text: 'Sein Name, Hersteller, Modell und seine Seriennummer, und ob er ein Laptop ist' },
        { name: 'Konto', text: 'Ihr Anmeldename auf diesem Computer' },
        {
          name: 'Workplace selbst',
          text: 'Seine Version und ein Fingerabdruck seines Programms, wie es installiert wurde, wo seine Schlüssel liegen, und eine Zufallszahl und zwei öffentliche Schlüssel, die für diesen Computer stehen',
        },
      ],
    },
    {
      heading: 'Was bei der Anmeldung festgehalten wird',
      intro: 'Nicht vom Computer gelesen, aber vom Server aufbewahrt.',
      facts: [
        {
          name: 'Protokoll',
          text: 'Anmeldungen, Abmeldungen, Berichte und Änderungen: wer, wann, für welche Anwendung oder welchen Computer, mit welchem Ergebnis, und von welcher Netzadresse',
        },
      ],
    },
  ],
  never: {
    heading: 'Nie gelesen',
    points: [
      'Dokumente, Fotos, Mails und Nachrichten. Von einer Datei mit einer Bedrohung darin nur ihr Name und Ort',
      'Websites, die Sie besuchen',
      'Wo Sie sind, außer der Netzadresse im Protokoll',
      'Passwörter und was Sie tippen',
      'Ihr Bildschirm, Ihre Kamera und Ihr Mikrofon',
    ],
  },
  audience: {
    heading: 'Wer es sieht',
    points: [
      'Sie: Eine Prüfung, die nicht bestanden ist, zeigt ihre Werte unter **Was gefunden wurde**',
      'Die Administratoren Ihres Unternehmens',
      'Der Support Ihres Unternehmens, wenn er Ihnen hilft',
    ],
  },
  keeping: {
    heading: 'Wie lange es aufbewahrt wird',
    points: [
      'Berichte werden aufbewahrt, bis ein Administrator Ihres Unternehmens sie löscht. Nichts wird von selbst gelöscht.',
      'Einstellungen dafür, wie lange sie aufbewahrt werden, kommen mit der Konsole des Administrators.',
    ],
  },
};
