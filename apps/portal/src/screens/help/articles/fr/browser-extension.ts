import type { Article, SystemHelp } from '../article.ts';

/** Browsers are alike on every system. */
const everywhere: SystemHelp = {
  guides: [
    {
      label: 'Chrome, Edge et navigateurs semblables',
      steps: [
        'Fermez toutes les fenêtres du navigateur, puis rouvrez-le. La plupart des entreprises installent elles-mêmes l’extension, et le navigateur la prend à son démarrage.',
        'Saisissez `chrome://extensions` dans la barre d’adresse, dans Edge `edge://extensions`, et appuyez sur Entrée.',
        'Si **Workplace** n’est pas dans la liste, installez-la d’abord. Avec un dossier du support : activez le **Mode développeur**, choisissez **Charger l’extension non empaquetée**, puis ce dossier.',
        'Activez **Workplace**.',
      ],
      note: 'Si elle n’y est pas et que vous n’avez pas de dossier, donnez au support le code au bas de la page.',
    },
    {
      label: 'Firefox',
      steps: [
        'Fermez toutes les fenêtres de Firefox, puis rouvrez-le. La plupart des entreprises installent elles-mêmes l’extension.',
        'Saisissez `about:addons` dans la barre d’adresse et appuyez sur Entrée.',
        'Si **Workplace** n’y est pas, installez-la d’abord. Avec un dossier du support : saisissez `about:debugging#/runtime/this-firefox`, choisissez **Charger un module complémentaire temporaire**, puis le fichier `manifest.json` de ce dossier.',
        'Activez **Workplace**.',
      ],
      note: 'Ce qui est chargé ainsi disparaît à la fermeture de Firefox. Le support peut le faire installer pour de bon.',
    },
  ],
};

export const browserExtension: Article = {
  title: 'Installer l’extension du navigateur',
  why: 'C’est par l’extension que cette page parle avec Workplace sur votre ordinateur. Sans elle, rien ne peut être vérifié.',
  systems: { windows: everywhere, macos: everywhere, linux: everywhere },
  managed:
    'Le bouton de l’extension est grisé : votre entreprise l’a installée, et personne ne peut la retirer par erreur. Il n’y a rien à faire.',
};
