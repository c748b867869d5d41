import type { Article } from '../article.ts';

export const osAutoUpdateEnable: Article = {
  title: 'Activer les mises à jour automatiques',
  why: 'Les mises à jour ferment les failles de sécurité, en général quelques jours après leur découverte, sans que personne ait à y penser.',
  systems: {
    windows: {
      remark: 'Windows installe les mises à jour de lui-même, sauf si elles sont suspendues ou désactivées.',
      settings: { label: 'Ouvrir Windows Update', href: 'ms-settings:windowsupdate' },
      guides: [
        {
          label: 'Windows 11',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Windows Update**.',
            'Si les mises à jour sont suspendues, choisissez **Reprendre les mises à jour**.',
            'Choisissez **Rechercher des mises à jour** et laissez Windows installer ce qu’il trouve.',
          ],
          note: 'Si les mises à jour ne peuvent pas y être activées, un programme ou un administrateur les a désactivées. Contactez l’assistance.',
        },
        {
          label: 'Windows 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Mise à jour et sécurité**, puis **Windows Update**.',
            'Si les mises à jour sont suspendues, choisissez **Reprendre les mises à jour**, puis **Rechercher des mises à jour**.',
          ],
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
            'Ouvrez le menu Pomme et choisissez **Réglages Système**, puis **Général**, puis **Mise à jour de logiciels**.',
            'Cliquez sur le **ⓘ** à côté de **Mises à jour automatiques**.',
            'Activez **Télécharger les nouvelles mises à jour lorsqu’elles sont disponibles**, **Installer les mises à jour de macOS** et **Installer les réponses de sécurité et les fichiers système**. Les noms varient un peu d’une version à l’autre.',
            'Choisissez **Terminé**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Workplace interroge la partie du système qui installe les mises à jour d’elle-même. Les réglages de GNOME Logiciels et de KDE Discover ne sont pas lus : ils ne font peut-être que télécharger.',
      guides: [
        {
          label: 'Ubuntu, Debian et Linux Mint',
          steps: [
            { text: 'Installez ce qui installe les mises à jour.', command: 'sudo apt install unattended-upgrades' },
            { text: 'Activez-le : répondez **Oui**.', command: 'sudo dpkg-reconfigure unattended-upgrades' },
          ],
        },
        {
          label: 'Fedora 41 et plus récent',
          steps: [
            { text: 'Installez ce qui installe les mises à jour.', command: 'sudo dnf install dnf5-plugin-automatic' },
            {
              text: 'Dites-lui d’installer, pas seulement de télécharger. Cela réécrit ses réglages.',
              command: "printf '[commands]\\napply_updates = yes\\n' | sudo tee /etc/dnf/automatic.conf",
            },
            {
              text: 'Activez-le, maintenant et à chaque démarrage.',
              command: 'sudo systemctl enable --now dnf5-automatic.timer',
            },
          ],
        },
        {
          label: 'Red Hat, AlmaLinux et Rocky Linux',
          steps: [
            { text: 'Installez ce qui installe les mises à jour.', command: 'sudo dnf install dnf-automatic' },
            {
              text: 'Activez-le, maintenant et à chaque démarrage.',
              command: 'sudo systemctl enable --now dnf-automatic-install.timer',
            },
          ],
        },
      ],
    },
  },
};
