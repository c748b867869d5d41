import type { Article } from '../article.ts';

const KEEP_THE_KEY =
  'Conservez la clé de secours hors de cet ordinateur. Sans elle, personne ne peut ouvrir le disque si le mot de passe est perdu.';

export const deviceEncrypted: Article = {
  title: 'Chiffrer le disque dur',
  why: 'Si cet ordinateur est perdu, qui le trouve peut lire le travail qui s’y trouve, sauf si le disque est chiffré.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Chiffrement de l’appareil', href: 'ms-settings:deviceencryption' },
      guides: [
        {
          label: 'Windows 11 et 10 Famille',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Confidentialité et sécurité**, puis **Chiffrement de l’appareil**. Dans Windows 10, c’est **Mise à jour et sécurité**, puis **Chiffrement de l’appareil**.',
            'Activez **Chiffrement de l’appareil**. Windows vous demande peut-être de vous connecter avec un compte Microsoft, qui garde la clé de secours.',
          ],
          note: 'Si la page manque, cet ordinateur ne peut pas le faire avec Windows Famille. L’assistance sait ce qui est possible.',
        },
        {
          label: 'Windows 11 et 10 Professionnel, Entreprise et Éducation',
          steps: [
            'Ouvrez **Démarrer**, tapez **Gérer BitLocker** et appuyez sur Entrée.',
            'À côté de **C:** et de chaque autre lecteur intégré, choisissez **Activer BitLocker**. Si la protection est suspendue, choisissez **Reprendre la protection** : c’est fait aussitôt.',
            KEEP_THE_KEY,
            'Choisissez **Ne chiffrer que l’espace disque utilisé**, puis **Démarrer le chiffrement**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir FileVault',
        href: 'x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault',
      },
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Confidentialité et sécurité**.',
            'Descendez jusqu’à **FileVault** et choisissez **Activer**.',
            KEEP_THE_KEY,
          ],
          note: 'Les Mac avec une puce Apple ou T2 ont fini en quelques minutes. Les plus anciens mettent quelques heures.',
        },
      ],
    },
    linux: {
      remark:
        'Linux chiffre le disque pendant l’installation. En chiffrer un en service est possible, mais met son contenu en danger : cette page ne vous y guide donc pas.',
      guides: [
        {
          label: 'Voir s’il est chiffré',
          steps: [
            {
              text: 'Cherchez les lignes qui finissent par `/`, `/home`, `[SWAP]` ou un autre emplacement. Chacune est chiffrée si elle dit **crypt**, ou se trouve sous une ligne qui le dit.',
              command: 'lsblk -o NAME,TYPE,MOUNTPOINTS',
            },
          ],
        },
        {
          label: 'Réinstaller, chiffré',
          steps: [
            'Contactez d’abord l’assistance : votre entreprise a peut-être une installation prête, ou un autre ordinateur pour vous.',
            'Copiez tout ce dont vous avez besoin sur un autre disque.',
            'Réinstallez le système et choisissez le chiffrement quand il demande comment utiliser le disque. Ubuntu l’appelle **Utiliser LVM et le chiffrement** ou **Chiffrer avec une phrase secrète**, Fedora **Chiffrer mes données**, Debian **LVM chiffré**.',
          ],
          note: 'Cela prend environ une heure, sans compter les copies.',
        },
      ],
    },
  },
  managed:
    'Votre entreprise active le chiffrement d’elle-même et garde la clé de secours. Le bouton est alors grisé ; votre service informatique peut dire quand il commence.',
  after:
    'La vérification est réussie quand tout le disque est chiffré. Cela prend de quelques minutes à quelques heures ; vous pouvez continuer à travailler. Laissez l’ordinateur allumé et branché.',
};
