import type { Article } from '../article.ts';

export const antiVirusSignaturesUpToDate: Article = {
  title: 'Mettre à jour les définitions de virus',
  why: 'Les définitions apprennent à l’antivirus à reconnaître les programmes nuisibles les plus récents. Elles viennent en général d’elles-mêmes, plusieurs fois par semaine ; un ordinateur longtemps éteint prend du retard.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Protection contre les virus et menaces', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Microsoft Defender sous Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, tapez **Sécurité Windows** et appuyez sur Entrée.',
            'Choisissez **Protection contre les virus et menaces**.',
            'Sous **Mises à jour de la protection contre les virus et menaces**, choisissez **Mises à jour de la protection**, puis **Rechercher les mises à jour**. Cela prend une à deux minutes.',
          ],
        },
        { label: 'Un autre antivirus', steps: ['Ouvrez-le depuis **Démarrer** et choisissez sa mise à jour.'] },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Mise à jour de logiciels',
        href: 'x-apple.systempreferences:com.apple.Software-Update-Settings.extension',
      },
      guides: [
        {
          label: 'La protection d’Apple, macOS 13 et plus récent',
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Général**, puis **Mise à jour de logiciels**.',
            'Cliquez sur le **ⓘ** à côté de **Mises à jour automatiques** et activez **Installer les réponses de sécurité et les fichiers système**.',
            'Laissez le Mac allumé et connecté. De nouvelles définitions arrivent dans la journée ; rien n’a besoin d’être redémarré.',
          ],
        },
        { label: 'Un autre antivirus', steps: ['Ouvrez-le depuis **Applications** et choisissez sa mise à jour.'] },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV',
          steps: [
            {
              text: 'Laissez les définitions venir d’elles-mêmes. La première fois prend quelques minutes et plus de 200 Mo.',
              command: 'sudo systemctl enable --now clamav-freshclam',
            },
          ],
          note: 'Si le service est introuvable, installez le paquet `clamav-freshclam`.',
        },
        {
          label: 'Microsoft Defender',
          steps: [{ text: 'Récupérez les définitions les plus récentes.', command: 'mdatp definitions update' }],
        },
      ],
    },
  },
};
