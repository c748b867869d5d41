import type { Article } from '../article.ts';

export const managedDevice: Article = {
  title: 'Laisser votre entreprise gérer cet ordinateur',
  why: 'Un ordinateur géré reçoit ses réglages de sécurité et ses mises à jour de votre entreprise. Ce qu’elle peut y voir ou y faire d’autre dépend de son service : l’inscription l’énumère avant que vous acceptiez.',
  systems: {
    windows: {
      settings: { label: 'Ouvrir Accès Professionnel ou Scolaire', href: 'ms-settings:workplace' },
      guides: [
        {
          label: 'Windows 11 et 10',
          steps: [
            'Ouvrez **Démarrer**, puis **Paramètres**, puis **Comptes**, puis **Accès Professionnel ou Scolaire**.',
            'Choisissez **Se connecter** et identifiez-vous avec votre adresse professionnelle.',
            'Lisez ce que votre entreprise va gérer, et acceptez.',
          ],
          note: 'Si votre entreprise utilise le **Portail d’entreprise** ou un autre service, prenez plutôt le lien ou le programme d’installation de l’assistance. L’inscription peut prendre 15 minutes.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Ouvrir Gestion des appareils',
        href: 'x-apple.systempreferences:com.apple.Profiles-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 et plus récent',
          steps: [
            'Obtenez de l’assistance le lien ou l’app d’inscription, ouvrez-le et connectez-vous avec votre adresse professionnelle. Un **profil** est téléchargé.',
            'Ouvrez **Réglages Système**, puis **Général**, puis **Gestion des appareils**. Dans macOS 13 et 14, c’est **Confidentialité et sécurité**, puis **Profils**.',
            'Ouvrez le profil, lisez ce qu’il autorise, et choisissez **Installer** ou **Inscrire**.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Linux n’a pas de gestion propre : un service choisi par votre entreprise s’en charge.',
      guides: [
        {
          label: 'Microsoft Intune',
          steps: [
            'Installez **Microsoft Intune** comme le dit l’assistance, ouvrez-le et connectez-vous avec votre adresse professionnelle.',
            {
              text: 'Il fonctionne si ceci dit **active**.',
              command: 'systemctl --user is-active intune-agent.timer',
            },
          ],
        },
        {
          label: 'Fleet, JumpCloud, Landscape et Salt',
          steps: [
            'Obtenez le programme d’installation de l’assistance et exécutez-le.',
            'Redémarrez l’ordinateur, pour que le service démarre.',
          ],
        },
      ],
    },
  },
  managed:
    'Si la vérification dit que la gestion ne fonctionne pas, le service est installé, mais arrêté ou non inscrit. Redémarrez l’ordinateur ; si la vérification reste telle quelle, contactez l’assistance.',
};
