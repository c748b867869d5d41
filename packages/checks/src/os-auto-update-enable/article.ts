import { type Article, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Turn on automatic updates',
  why: 'Updates close security holes, usually within days of their discovery, without you thinking of them.',
  systems: {
    windows: {
      remark: 'Windows installs updates by itself unless they are paused or turned off.',
      settings: { label: 'Open Windows Update', href: SETTINGS_PAGES.windowsUpdate },
      guides: [
        {
          label: 'Windows 11',
          steps: [
            'Open **Start**, then **Settings**, then **Windows Update**.',
            'If updates are paused, choose **Resume updates**.',
            'Choose **Check for updates** and let Windows install what it finds.',
          ],
          note: 'If updates cannot be turned on there, a program or an administrator turned them off. Contact support.',
        },
        {
          label: 'Windows 10',
          steps: [
            'Open **Start**, then **Settings**, then **Update & Security**, then **Windows Update**.',
            'If updates are paused, choose **Resume updates**, then **Check for updates**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open Software Update',
        href: SETTINGS_PAGES.macosSoftwareUpdate,
      },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**, then **General**, then **Software Update**.',
            'Press the **ⓘ** next to **Automatic updates**.',
            'Turn on **Download new updates when available**, **Install macOS updates** and **Install Security Responses and system files**. The names differ a little from version to version.',
            'Choose **Done**.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'Workplace asks the part of the system that installs updates by itself. The switches in GNOME Software and KDE Discover are not read: they may only download.',
      guides: [
        {
          label: 'Ubuntu, Debian and Linux Mint',
          steps: [
            { text: 'Install what installs updates.', command: 'sudo apt install unattended-upgrades' },
            { text: 'Turn it on: answer **Yes**.', command: 'sudo dpkg-reconfigure unattended-upgrades' },
          ],
        },
        {
          label: 'Fedora 41 and newer',
          steps: [
            { text: 'Install what installs updates.', command: 'sudo dnf install dnf5-plugin-automatic' },
            {
              text: 'Tell it to install, not only to download. This rewrites its settings.',
              command: "printf '[commands]\\napply_updates = yes\\n' | sudo tee /etc/dnf/automatic.conf",
            },
            { text: 'Turn it on, now and at each start.', command: 'sudo systemctl enable --now dnf5-automatic.timer' },
          ],
        },
        {
          label: 'Red Hat, AlmaLinux and Rocky Linux',
          steps: [
            { text: 'Install what installs updates.', command: 'sudo dnf install dnf-automatic' },
            {
              text: 'Turn it on, now and at each start.',
              command: 'sudo systemctl enable --now dnf-automatic-install.timer',
            },
          ],
        },
      ],
    },
  },
};
