import type { Article } from '../article.ts';

export const antiVirusRealtimeProtection: Article = {
  title: 'Activer la protection en temps réel',
  why: 'La protection en temps réel examine chaque fichier à son ouverture : un programme nuisible est arrêté avant de s’exécuter.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir les paramètres de protection', href: 'windowsdefender://threatsettings' },
      guides: [
        {
          label: 'Microsoft Defender sous Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, tapez **Sécurité Windows** et appuyez sur Entrée.',
            'Choisissez **Protection contre les virus et menaces**.',
            'Sous **Paramètres de protection contre les virus et menaces**, choisissez **Gérer les paramètres**.',
            'Activez **Protection en temps réel**. Windows demande peut-être un administrateur.',
          ],
          note: 'Si elle se désactive à nouveau, dites-le à l’assistance : un programme nuisible peut en être la raison.',
        },
        {
          label: 'Un autre antivirus',
          steps: [
            'Ouvrez-le depuis **Démarrer** et activez sa protection. Il dit peut-être aussi que sa licence a expiré.',
          ],
        },
      ],
    },
    macos: {
      remark:
        'La protection d’Apple est toujours active. Ces étapes sont pour un antivirus que vous ou votre entreprise avez installé.',
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Ouvrez l’antivirus depuis **Applications** et activez sa protection.',
            'S’il dit que macOS le bloque : ouvrez **Réglages Système**, puis **Général**, puis **Ouverture et extensions**, et activez-le. Dans macOS 13 et 14, la question se trouve dans **Confidentialité et sécurité**.',
            'Activez-le aussi dans **Confidentialité et sécurité**, puis **Accès complet au disque**.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV sous Ubuntu, Debian et Linux Mint',
          steps: [
            {
              text: 'Dites-lui quel dossier surveiller, et de ne pas se surveiller lui-même.',
              command:
                "printf 'OnAccessIncludePath /home\\nOnAccessExcludeUname clamav\\n' | sudo tee -a /etc/clamav/clamd.conf",
            },
            { text: 'Laissez-le lire cela.', command: 'sudo systemctl restart clamav-daemon' },
            {
              text: 'Activez la surveillance, maintenant et à chaque démarrage.',
              command: 'sudo systemctl enable --now clamav-daemon clamav-clamonacc',
            },
          ],
          note: 'Ensuite, les gros fichiers peuvent s’ouvrir un peu plus lentement.',
        },
        {
          label: 'Microsoft Defender',
          steps: [
            {
              text: 'Activez-le, sauf si votre entreprise tient ce réglage.',
              command: 'sudo mdatp config real-time-protection --value enabled',
            },
          ],
        },
        {
          label: 'CrowdStrike, SentinelOne, Sophos, ESET et Trend Micro',
          steps: [
            'Ils protègent tant qu’ils fonctionnent. Redémarrez l’ordinateur ; si la vérification reste telle quelle, contactez l’assistance.',
          ],
        },
      ],
    },
  },
};
