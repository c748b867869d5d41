import type { Article } from '../article.ts';

export const firewallEnable: Article = {
  title: 'Activer le pare-feu',
  why: 'Un pare-feu tient les autres appareils du même réseau, à la maison ou au café, à l’écart de cet ordinateur.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Pare-feu et protection du réseau', href: 'windowsdefender://network' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, tapez **Sécurité Windows** et appuyez sur Entrée.',
            'Choisissez **Pare-feu et protection du réseau**.',
            'Ouvrez l’un après l’autre **Réseau avec domaine**, **Réseau privé** et **Réseau public**. Activez **Pare-feu Microsoft Defender** dans chacun.',
            'Windows demande peut-être un administrateur. Choisissez **Oui**.',
          ],
          note: 'Si cette page nomme un autre pare-feu, activez-le dans son propre programme.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Coupe-feu',
        href: 'x-apple.systempreferences:com.apple.Network-Settings.extension?Firewall',
      },
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Ouvrez le menu Pomme et choisissez **Réglages Système**.',
            'Choisissez **Réseau**, puis **Coupe-feu**.',
            'Activez **Coupe-feu**. macOS demande peut-être votre mot de passe.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'GNOME n’a pas de bouton pour le pare-feu : un terminal est donc le plus court chemin. Votre mot de passe est demandé une fois.',
      guides: [
        {
          label: 'Ubuntu, Debian et Linux Mint',
          steps: [
            { text: 'Installez le pare-feu, s’il n’y est pas encore.', command: 'sudo apt install ufw' },
            {
              text: 'Seulement si d’autres atteignent cet ordinateur par SSH : gardez ce chemin ouvert.',
              command: 'sudo ufw allow ssh',
            },
            { text: 'Activez-le. Il reste actif après un redémarrage.', command: 'sudo ufw enable' },
          ],
        },
        {
          label: 'Fedora, Red Hat et openSUSE',
          steps: [
            { text: 'Activez-le, maintenant et à chaque démarrage.', command: 'sudo systemctl enable --now firewalld' },
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Ouvrez **Configuration du système** et tapez **Pare-feu** dans le champ de recherche.',
            'Si la page existe, cochez **Activé**. Sinon, suivez ci-dessus les étapes de votre distribution.',
          ],
        },
      ],
    },
  },
};
