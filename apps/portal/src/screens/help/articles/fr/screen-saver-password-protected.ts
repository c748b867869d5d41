import type { Article } from '../article.ts';

export const screenSaverPasswordProtected: Article = {
  title: 'Demander un mot de passe après l’économiseur d’écran',
  why: 'Un économiseur d’écran seul cache votre travail ; un mot de passe, un code PIN ou une empreinte garantit que vous seul le rouvrez.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Écran de verrouillage', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Personnalisation**, puis **Écran de verrouillage**.',
            'À la fin de la page, choisissez **Écran de veille**. Windows 10 l’appelle **Paramètres de l’écran de veille**.',
            'Cochez **À la reprise, demander l’ouverture de session**.',
            'Choisissez **OK**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Écran verrouillé',
        href: 'x-apple.systempreferences:com.apple.Lock-Screen-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Écran verrouillé**.',
            'Réglez **Exiger un mot de passe après le démarrage de l’économiseur d’écran ou l’extinction de l’écran** sur **Immédiatement**. En général, 5 secondes suffisent aussi.',
            'macOS demande votre mot de passe.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Ouvrez **Paramètres**, puis **Confidentialité et sécurité**, puis **Verrouillage d’écran**. Dans les anciennes versions, c’est **Confidentialité**, puis **Écran**.',
            'Activez **Verrouillage automatique de l’écran**.',
            'Réglez **Délai du verrouillage automatique de l’écran** sur **Extinction de l’écran**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Ouvrez **Configuration du système** et tapez **Verrouillage de l’écran** dans le champ de recherche.',
            'Cochez **Verrouiller l’écran automatiquement**.',
            'Réglez le délai avant la demande du mot de passe sur 5 secondes ou moins et choisissez **Appliquer**.',
          ],
        },
        {
          label: 'Dans un terminal, pour GNOME',
          steps: [
            {
              text: 'Activez le verrouillage.',
              command: 'gsettings set org.gnome.desktop.screensaver lock-enabled true',
            },
            {
              text: 'Faites-le verrouiller aussitôt.',
              command: 'gsettings set org.gnome.desktop.screensaver lock-delay 0',
            },
          ],
        },
      ],
    },
  },
};
