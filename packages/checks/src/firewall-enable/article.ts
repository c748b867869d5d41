import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Turn on the firewall',
  why: 'A firewall keeps other devices on the same network, at home or in a café, out of this computer.',
  systems: {
    windows: {
      settings: { label: 'Open Firewall & network protection', href: 'windowsdefender://network' },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, type **Windows Security** and press Enter.',
            'Choose **Firewall & network protection**.',
            'Open **Domain network**, **Private network** and **Public network** one after the other. Turn on **Microsoft Defender Firewall** in each.',
            'Windows may ask for an administrator. Choose **Yes**.',
          ],
          note: 'If another firewall is named on that page, turn it on in its own program.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open Firewall',
        href: 'x-apple.systempreferences:com.apple.Network-Settings.extension?Firewall',
      },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**.',
            'Choose **Network**, then **Firewall**.',
            'Turn on **Firewall**. macOS may ask for your password.',
          ],
        },
      ],
    },
    linux: {
      remark: 'GNOME has no switch for the firewall, so a terminal is the short way. Your password is asked for once.',
      guides: [
        {
          label: 'Ubuntu, Debian and Linux Mint',
          steps: [
            { text: 'Install the firewall, if it is not there yet.', command: 'sudo apt install ufw' },
            {
              text: 'Only if other people reach this computer by SSH: keep that way open.',
              command: 'sudo ufw allow ssh',
            },
            { text: 'Turn it on. It stays on after a restart.', command: 'sudo ufw enable' },
          ],
        },
        {
          label: 'Fedora, Red Hat and openSUSE',
          steps: [{ text: 'Turn it on, now and at each start.', command: 'sudo systemctl enable --now firewalld' }],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Open **System Settings** and type **Firewall** into the search field.',
            'If the page is there, tick **Enabled**. If not, take the steps of your distribution above.',
          ],
        },
      ],
    },
  },
};
