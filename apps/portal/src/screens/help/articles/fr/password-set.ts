import type { Article } from '../article.ts';

export const passwordSet: Article = {
  title: 'Définir un mot de passe de connexion',
  why: 'Sans mot de passe, quiconque touche à cet ordinateur peut ouvrir votre compte et le travail qu’il contient. Workplace lit s’il y en a un, jamais le mot de passe lui-même.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Options de connexion', href: 'ms-settings:signinoptions' },
      guides: [
        {
          label: 'Définir un mot de passe sous Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Comptes**, puis **Options de connexion**.',
            'Ouvrez **Mot de passe** et choisissez **Ajouter**.',
            'Tapez deux fois le nouveau mot de passe, et une indication. Choisissez **Terminer**.',
          ],
        },
        {
          label: 'Si Windows ouvre la session tout seul',
          steps: [
            'Appuyez sur la touche Windows et R, tapez `netplwiz` et appuyez sur Entrée.',
            'Cochez **Les utilisateurs doivent entrer un nom d’utilisateur et un mot de passe pour utiliser cet ordinateur**.',
            'Choisissez **OK**.',
          ],
          note: 'Si cette ligne manque, l’assistance peut le désactiver pour vous.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Utilisateurs et groupes',
        href: 'x-apple.systempreferences:com.apple.Users-Groups-Settings.extension',
      },
      guides: [
        {
          label: 'Définir un mot de passe sous macOS 13 et plus récent',
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**.',
            'Choisissez **Touch ID et mot de passe**. Sur un Mac sans Touch ID, cela s’appelle **Mot de passe de session**.',
            'Choisissez **Modifier** à côté de **Mot de passe**. Laissez l’ancien mot de passe vide s’il n’y en avait pas.',
          ],
        },
        {
          label: 'Si le Mac ouvre la session tout seul',
          steps: [
            'Ouvrez **Réglages Système**, puis **Utilisateurs et groupes**.',
            'Réglez **Ouvrir automatiquement la session en tant que** sur **Non**.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Ouvrez **Paramètres**, puis **Système**, puis **Utilisateurs**. Dans les anciennes versions, **Utilisateurs** est dans la première liste.',
            'Choisissez **Déverrouiller** et tapez le mot de passe d’un administrateur.',
            'Choisissez **Mot de passe** et définissez-en un. Désactivez **Connexion automatique**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Ouvrez **Configuration du système**, puis **Utilisateurs**, et choisissez **Modifier le mot de passe**.',
            'Tapez **Écran de connexion** dans le champ de recherche, ouvrez la page et choisissez **Comportement**.',
            'Décochez **Se connecter automatiquement**.',
          ],
        },
        {
          label: 'Dans un terminal',
          steps: [{ text: 'Définissez un nouveau mot de passe pour votre compte.', command: 'passwd' }],
        },
      ],
    },
  },
};
