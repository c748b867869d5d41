import type { Article } from '../article.ts';

export const screenSaverTimeout: Article = {
  title: 'Faire démarrer l’économiseur d’écran plus tôt',
  why: 'Plus tôt l’écran se ferme de lui-même, moins votre travail reste exposé quand on vous appelle ailleurs. Votre entreprise fixe la durée la plus longue, en général 15 minutes. La vérification la nomme : ouvrez **Ce que nous avons trouvé** et regardez **Voulu**.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Écran de verrouillage', href: 'ms-settings:lockscreen' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Personnalisation**, puis **Écran de verrouillage**.',
            'À la fin de la page, choisissez **Écran de veille**. Windows 10 l’appelle **Paramètres de l’écran de veille**.',
            'Réglez **Délai** sur 10 minutes, ou sur la durée que veut votre entreprise.',
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
            'Réglez **Démarrer l’économiseur d’écran en cas d’inactivité** sur **Après 10 minutes**, ou sur la durée que veut votre entreprise.',
            'Réglez **Exiger un mot de passe après le démarrage de l’économiseur d’écran ou l’extinction de l’écran** sur **Immédiatement** : un mot de passe plus tardif compte comme un démarrage plus tardif.',
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
            'Réglez **Délai avant extinction de l’écran** sur 10 minutes, ou sur la durée que veut votre entreprise.',
            'Réglez **Délai du verrouillage automatique de l’écran** sur **Extinction de l’écran** : un verrouillage plus tardif compte comme un démarrage plus tardif.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Ouvrez **Configuration du système** et tapez **Verrouillage de l’écran** dans le champ de recherche.',
            'Réglez **Verrouiller l’écran automatiquement** sur 10 minutes, ou sur la durée que veut votre entreprise, et choisissez **Appliquer**.',
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
