import type { Article } from '../article.ts';

export const noActiveInfections: Article = {
  title: 'Supprimer la menace trouvée',
  why: 'Un programme nuisible peut lire ce que vous tapez. Tant qu’il n’est pas supprimé, restez déconnecté de tout le reste sur cet ordinateur, et dites à l’assistance ce que la vérification a trouvé.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Protection contre les virus et menaces', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender sous Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, tapez **Sécurité Windows** et appuyez sur Entrée.',
            'Choisissez **Protection contre les virus et menaces**. Chaque menace est nommée sous **Menaces actuelles**.',
            'Choisissez **Supprimer** ou **Mettre en quarantaine** pour chacune, puis **Démarrer les actions**.',
            'Choisissez **Analyse rapide** pour vous en assurer. Elle prend de 2 à 15 minutes.',
            'Si la menace revient : **Options d’analyse**, puis **Antivirus Microsoft Defender (analyse hors connexion)**. L’ordinateur redémarre et cela prend environ 15 minutes : enregistrez donc d’abord votre travail.',
          ],
        },
        {
          label: 'Un autre antivirus',
          steps: ['Ouvrez-le depuis **Démarrer**. Ce qu’il a trouvé est dans sa liste de menaces ou sa quarantaine.'],
        },
      ],
    },
    macos: {
      remark:
        'macOS supprime de lui-même les menaces connues et n’en tient pas de liste. La vérification lit la liste de l’antivirus installé.',
      guides: [
        {
          steps: [
            'Ouvrez l’antivirus depuis **Applications**. Ce qu’il a trouvé est dans sa liste de menaces ou sa quarantaine.',
            'Supprimez-y chaque menace.',
            'Laissez l’antivirus analyser tout le Mac. Cela peut prendre une heure.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Parmi les antivirus pour Linux, seul Microsoft Defender tient une liste que Workplace peut lire.',
      guides: [
        {
          label: 'Microsoft Defender',
          steps: [
            { text: 'Voyez ce qui a été trouvé, et son identifiant.', command: 'mdatp threat list' },
            {
              text: 'Mettez chaque menace en quarantaine, avec son identifiant à la place de ID.',
              command: 'sudo mdatp threat quarantine add --id ID',
            },
            { text: 'Relancez une analyse. Une analyse rapide prend quelques minutes.', command: 'mdatp scan quick' },
          ],
        },
      ],
    },
  },
  managed:
    'L’antivirus de votre entreprise laisse peut-être la suppression à ses administrateurs. Ils voient aussi la menace ; l’assistance peut dire combien de temps cela prend.',
};
