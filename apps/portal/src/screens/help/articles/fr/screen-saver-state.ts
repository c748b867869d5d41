import type { Article } from '../article.ts';

export const screenSaverState: Article = {
  title: 'Activer l’économiseur d’écran',
  why: 'Un écran laissé ouvert montre votre travail à tous ceux qui passent.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Écran de verrouillage', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Personnalisation**, puis **Écran de verrouillage**.',
            'À la fin de la page, choisissez **Écran de veille**. Windows 10 l’appelle **Paramètres de l’écran de veille**.',
            'Choisissez n’importe quel écran de veille sauf **(Aucun)**. **Vide** économise le plus d’énergie.',
            'Réglez **Délai** sur 10 minutes et cochez **À la reprise, demander l’ouverture de session**.',
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
            'Réglez **Démarrer l’économiseur d’écran en cas d’inactivité** sur **Après 10 minutes**. Tout délai convient, sauf **Jamais**.',
          ],
          note: 'Si la ligne n’y est pas, cherchez dans **Économiseur d’écran** ou **Fond d’écran** : elle a changé de place dans certaines versions.',
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Ouvrez **Paramètres**, puis **Confidentialité et sécurité**, puis **Verrouillage d’écran**. Dans les anciennes versions, c’est **Confidentialité**, puis **Écran**.',
            'Réglez **Délai avant extinction de l’écran** sur 10 minutes. Tout délai convient, sauf **Jamais**.',
            'Activez **Verrouillage automatique de l’écran**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Ouvrez **Configuration du système** et tapez **Verrouillage de l’écran** dans le champ de recherche.',
            'Réglez **Verrouiller l’écran automatiquement** sur 10 minutes et choisissez **Appliquer**.',
          ],
        },
        {
          label: 'Dans un terminal, pour GNOME',
          steps: [
            {
              text: 'Faites-le démarrer après 600 secondes.',
              command: 'gsettings set org.gnome.desktop.session idle-delay 600',
            },
          ],
        },
      ],
    },
  },
};
