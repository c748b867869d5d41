import type { Article } from '../article.ts';

const TELL_SUPPORT =
  'Donnez ce nom à l’assistance. Si un code d’assistance figure à la fin de cette page, donnez-le aussi.';

export const knownDevice: Article = {
  title: 'Enregistrer cet ordinateur',
  why: 'Seuls les ordinateurs que connaît votre entreprise peuvent servir au travail. Chacun est enregistré une fois : depuis un ordinateur qui est déjà le vôtre, par un second facteur à la connexion, ou par votre service informatique, selon ce que votre entreprise a prévu. Aucun réglage de cet ordinateur n’en décide.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Informations système', href: 'ms-settings:about' },
      guides: [
        {
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Système**, puis **Informations système**. **Nom de l’appareil** est le nom de cet ordinateur.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    macos: {
      guides: [
        {
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Général**, puis **Informations**. **Nom** est le nom de ce Mac ; son numéro de série est en dessous.',
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
            'Ouvrez **Paramètres**, puis **Système**, puis **À propos**. **Nom de l’appareil** est le nom de cet ordinateur.',
            TELL_SUPPORT,
          ],
        },
        {
          label: 'KDE Plasma et autres',
          steps: [{ text: 'Lisez le nom dans un terminal.', command: 'hostname' }, TELL_SUPPORT],
        },
      ],
    },
  },
  managed:
    'C’est toujours votre entreprise qui décide. Si la vérification dit que l’ordinateur attend, seul l’enregistrement manque. Si cette page montre un code pour un autre ordinateur, saisissez-le là-bas. Si elle dit qu’il a été bloqué, votre service informatique peut dire pourquoi. Si elle dit que les clés ne sont pas dans du matériel de sécurité, « workplace keys » dans un terminal dit pourquoi ; sous Windows et macOS, seul votre service informatique peut aider.',
  after: 'Vous passez dès que l’ordinateur est approuvé.',
};
