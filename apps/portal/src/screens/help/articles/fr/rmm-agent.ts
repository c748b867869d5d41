import type { Article } from '../article.ts';

const RESTART = 'Redémarrez l’ordinateur. Un agent installé démarre en général avec lui.';
const NOT_INSTALLED =
  'Si la vérification dit qu’aucun agent n’est installé, obtenez le programme d’installation de l’assistance. Chaque entreprise a le sien : il ne peut donc pas être téléchargé ici.';

export const rmmAgent: Article = {
  title: 'Démarrer l’agent de gestion',
  why: 'L’agent est un programme avec lequel votre service informatique s’occupe à distance de cet ordinateur. La vérification nomme celui qui lui manque : ouvrez **Ce que nous avons trouvé**.',
  systems: {
    windows: {
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            RESTART,
            'Si la vérification reste telle quelle : ouvrez **Démarrer**, tapez **Services** et appuyez sur Entrée.',
            'Trouvez l’agent, ouvrez-le, réglez **Type de démarrage** sur **Automatique** et choisissez **Démarrer**. Windows demande peut-être un administrateur.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    macos: {
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            RESTART,
            'Si la vérification reste telle quelle : ouvrez **Réglages Système**, puis **Général**, puis **Ouverture et extensions**. Dans macOS 13 et 14, cela s’appelle **Ouverture**.',
            'Sous **Autoriser en arrière-plan**, activez l’agent.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    linux: {
      guides: [
        {
          steps: [
            RESTART,
            {
              text: 'Si la vérification reste telle quelle, listez les services installés et trouvez l’agent.',
              command: 'systemctl list-unit-files --type=service',
            },
            {
              text: 'Démarrez-le, maintenant et à chaque démarrage, avec son nom à la place de NAME.',
              command: 'sudo systemctl enable --now NAME',
            },
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
  },
  managed:
    'Votre entreprise installe et met à jour l’agent d’elle-même. S’il s’arrête sans cesse, contactez l’assistance : elle peut le réinstaller.',
};
