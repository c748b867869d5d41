import type { ReadingPage } from '../article.ts';

export const whatWeRead: ReadingPage = {
  title: 'Ce que nous lisons sur cet ordinateur',
  lead: 'Voici la liste complète. Elle est lue quand vous vous connectez au travail ou ouvrez la page de vérification, et à nouveau quand l’un de ces réglages change pendant que la page est ouverte. Rien d’autre ne quitte cet ordinateur.',
  lists: [
    {
      heading: 'Réglages de sécurité',
      intro:
        'Pour chacun : où, quand et avec les droits de qui il a été lu, si votre entreprise le tient, ou pourquoi il n’a pas pu être lu.',
      facts: [
        { name: 'Système d’exploitation', text: 'Son nom et sa version, par exemple Windows 11 ou Ubuntu 24.04' },
        {
          name: 'Mises à jour',
          text: 'Si elles s’installent d’elles-mêmes, ce qui les installe, quand pour la dernière fois, et ce qui l’en empêche',
        },
        {
          name: 'Mot de passe de connexion',
          text: 'Si un mot de passe est défini, et quel réglage ouvre la session sans lui, s’il y en a un. **Jamais le mot de passe**',
        },
        {
          name: 'Verrouillage de l’écran',
          text: 'Après combien de temps l’économiseur d’écran ou le verrouillage démarre, s’il demande un mot de passe, et sous quel délai',
        },
        {
          name: 'Antivirus',
          text: 'Quels produits sont installés, s’ils fonctionnent et protègent en temps réel, et la date de leurs définitions',
        },
        {
          name: 'Menaces',
          text: 'Les programmes nuisibles que l’antivirus a trouvés et pas supprimés : leurs noms, et le fichier ou le programme où chacun a été trouvé',
        },
        {
          name: 'Chiffrement du disque dur',
          text: 'Si les disques intégrés sont chiffrés, comment, jusqu’où, et leurs noms, par exemple C: ou /home',
        },
        { name: 'Pare-feu', text: 'Lequel, s’il est activé, et ce qu’il laisse ouvert' },
        { name: 'Gestion', text: 'Quels services de gestion sont installés, et si cet ordinateur y est inscrit' },
        {
          name: 'Agents de gestion',
          text: 'Si les agents d’une liste fixe fonctionnent, sont arrêtés ou manquent. Aucun autre programme n’est listé',
        },
      ],
    },
    {
      heading: 'Cet ordinateur',
      facts: [
        {
          name: 'Ordinateur',
          text: 'Son nom, son fabricant, son modèle et son numéro de série, et s’il s’agit d’un portable',
        },
        { name: 'Compte', text: 'Votre nom de connexion sur cet ordinateur' },
        {
          name: 'Workplace lui-même',
          text: 'Sa version et une empreinte de son programme, comment il a été installé, où sont gardées ses clés, et un nombre aléatoire et deux clés publiques qui représentent cet ordinateur',
        },
      ],
    },
    {
      heading: 'Ce qui est noté quand vous vous connectez',
      intro: 'Ce n’est pas lu sur l’ordinateur, mais gardé par le serveur.',
      facts: [
        {
          name: 'Journal',
          text: 'Connexions, déconnexions, rapports et corrections : qui, quand, pour quelle application ou quel ordinateur, avec quel résultat, et depuis quelle adresse réseau',
        },
      ],
    },
  ],
  never: {
    heading: 'Jamais lu',
    points: [
      'Documents, photos, courriels et messages. D’un fichier contenant une menace, seulement son nom et son emplacement',
      'Les sites que vous visitez',
      'Où vous êtes, hormis l’adresse réseau dans le journal',
      'Les mots de passe et ce que vous tapez',
      'Votre écran, votre caméra et votre micro',
    ],
  },
  audience: {
    heading: 'Qui le voit',
    points: [
      'Vous : une vérification échouée montre ses valeurs sous **Ce que nous avons trouvé**',
      'Les administrateurs de votre entreprise',
      'L’assistance de votre entreprise, quand elle vous aide',
    ],
  },
  keeping: {
    heading: 'Combien de temps c’est gardé',
    points: [
      'Les rapports sont gardés jusqu’à ce qu’un administrateur de votre entreprise les supprime. Rien n’est supprimé automatiquement.',
      'Des réglages de leur durée de conservation viennent avec la console de l’administrateur.',
    ],
  },
};
