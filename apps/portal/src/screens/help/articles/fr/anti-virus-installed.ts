import type { Article } from '../article.ts';

export const antiVirusInstalled: Article = {
  title: 'Installer un antivirus',
  why: 'Un antivirus trouve les programmes nuisibles avant qu’ils n’atteignent votre travail. Votre entreprise n’en accepte peut-être que certains. La vérification les nomme : ouvrez **Ce que nous avons trouvé** et regardez **Voulu**.',
  systems: {
    windows: {
      remark: 'Microsoft Defender fait partie de Windows. Il se repose tant qu’un autre antivirus est installé.',
      settings: { label: 'Ouvrir Protection contre les virus et menaces', href: 'windowsdefender://threat' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, tapez **Sécurité Windows** et appuyez sur Entrée.',
            'Choisissez **Protection contre les virus et menaces**. La page nomme l’antivirus utilisé.',
            'Si elle propose **Activer** ou **Redémarrer maintenant**, choisissez-le.',
            'S’il s’y trouve un antivirus expiré, supprimez-le : **Paramètres**, puis **Applications**, puis **Applications installées**. Après un redémarrage, Microsoft Defender prend le relais.',
          ],
          note: 'Si votre entreprise veut un autre antivirus, l’assistance a son programme d’installation.',
        },
      ],
    },
    macos: {
      remark:
        'Chaque Mac a la protection d’Apple, qui ne demande aucun réglage. Votre entreprise décide si cela suffit ou s’il faut un autre antivirus.',
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Demandez à l’assistance le programme d’installation de l’antivirus que veut votre entreprise, et exécutez-le.',
            'macOS demande s’il peut fonctionner. Ouvrez **Réglages Système**, puis **Général**, puis **Ouverture et extensions**, et activez-le. Dans macOS 13 et 14, la question se trouve dans **Confidentialité et sécurité**.',
            'Activez-le aussi dans **Confidentialité et sécurité**, puis **Accès complet au disque**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Si votre entreprise veut un produit précis, l’assistance a son programme d’installation. ClamAV est libre et fait partie de la plupart des distributions. Ses définitions prennent plus de 200 Mo.',
      guides: [
        {
          label: 'ClamAV sous Ubuntu, Debian et Linux Mint',
          steps: [
            { text: 'Installez-le.', command: 'sudo apt install clamav clamav-daemon' },
            {
              text: 'Activez-le, maintenant et à chaque démarrage.',
              command: 'sudo systemctl enable --now clamav-freshclam clamav-daemon',
            },
          ],
        },
        {
          label: 'ClamAV sous Fedora',
          steps: [
            { text: 'Installez-le.', command: 'sudo dnf install clamav clamd clamav-freshclam' },
            {
              text: 'Permettez à ses parties de se joindre.',
              command: "sudo sed -i 's/^#LocalSocket /LocalSocket /' /etc/clamd.d/scan.conf",
            },
            {
              text: 'Activez-le, maintenant et à chaque démarrage.',
              command: 'sudo systemctl enable --now clamav-freshclam clamd@scan',
            },
          ],
        },
      ],
    },
  },
  managed:
    'Votre entreprise installe l’antivirus d’elle-même. Jusqu’à son arrivée, il n’y a rien à faire ici ; l’assistance sait quand il arrive.',
};
