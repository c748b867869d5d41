import type { Article } from '../article.ts';

export const osSupported: Article = {
  title: 'Mettre à jour le système d’exploitation',
  why: 'Une version qui n’est plus prise en charge ne reçoit plus de mises à jour de sécurité : ses failles restent ouvertes. **Ce que nous avons trouvé** indique la version de cet ordinateur, et **Voulu** ce que votre entreprise accepte.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Windows Update', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Enregistrez votre travail et branchez l’ordinateur. Une mise à niveau prend de 30 à 90 minutes et environ 5 Go.',
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Windows Update**. Dans Windows 10, c’est **Mise à jour et sécurité**, puis **Windows Update**.',
            'Choisissez **Rechercher des mises à jour**.',
            'Si une nouvelle version est proposée, choisissez **Télécharger et installer**, et redémarrez quand Windows le demande.',
          ],
          note: 'Les mises à jour ordinaires de Windows 10 ont pris fin le 14 octobre 2025. Si Windows 11 n’est pas proposé, cet ordinateur est peut-être trop ancien ; contactez l’assistance.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Mise à jour de logiciels',
        href: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Enregistrez votre travail et branchez le Mac. Une mise à niveau prend de 30 à 60 minutes et demande environ 25 Go d’espace libre.',
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Général**, puis **Mise à jour de logiciels**.',
            'Choisissez **Mettre à jour** ou **Mettre à niveau maintenant**.',
          ],
          note: 'macOS 12 et plus ancien : menu Pomme, **Préférences Système**, **Mise à jour de logiciels**. Si rien n’est proposé, ce Mac est peut-être trop ancien ; contactez l’assistance.',
        },
      ],
    },
    linux: {
      remark: 'Copiez d’abord ce qui compte sur un autre disque. Une mise à niveau prend de 30 à 90 minutes.',
      guides: [
        {
          label: 'Ubuntu',
          steps: [
            {
              text: 'Installez toutes les mises à jour de la version actuelle.',
              command: 'sudo apt update && sudo apt full-upgrade',
            },
            { text: 'Redémarrez, puis passez à la version suivante.', command: 'sudo do-release-upgrade' },
          ],
        },
        {
          label: 'Fedora',
          steps: [
            'Ouvrez **Logiciels** (GNOME) ou **Discover** (KDE), puis **Mises à jour**.',
            'Choisissez **Télécharger** ou **Mettre à niveau** à côté de la nouvelle version, et redémarrez quand on le demande.',
          ],
        },
        {
          label: 'Linux Mint',
          steps: [
            'Ouvrez le **Gestionnaire de mises à jour**, puis **Édition**, et choisissez la mise à niveau vers la nouvelle version.',
          ],
        },
        {
          label: 'Debian et autres',
          steps: [
            { text: 'Voyez de quelle version il s’agit.', command: 'cat /etc/os-release' },
            'Les notes de la version la plus récente disent comment y passer. Une distribution que votre entreprise ne nomme pas ne peut pas passer ; l’assistance sait lesquelles le peuvent.',
          ],
        },
      ],
    },
  },
};
