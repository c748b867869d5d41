import { type Article, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Install an antivirus',
  why: 'An antivirus finds harmful programs before they reach your work. Your company may accept certain ones only. The check names them: open **What we found** and look at **Wanted**.',
  systems: {
    windows: {
      remark: 'Microsoft Defender is part of Windows. It rests while another antivirus is installed.',
      settings: { label: 'Open Virus & threat protection', href: SETTINGS_PAGES.windowsThreats },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, type **Windows Security** and press Enter.',
            'Choose **Virus & threat protection**. The page names the antivirus in use.',
            'If it offers **Turn on** or **Restart now**, choose that.',
            'If an antivirus is there that is expired, remove it: **Settings**, then **Apps**, then **Installed apps**. After a restart Microsoft Defender takes over.',
          ],
          note: 'If your company wants another antivirus, support has its installer.',
        },
      ],
    },
    macos: {
      remark:
        'Every Mac has Apple’s own protection, which needs no setting. Whether that is enough, or another antivirus is wanted, your company decides.',
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Contact support for the installer of the antivirus your company wants, and run it.',
            'macOS asks whether it may work. Open **System Settings**, then **General**, then **Login Items & Extensions**, and turn it on. In macOS 13 and 14 the question stands in **Privacy & Security**.',
            'Turn it on in **Privacy & Security**, then **Full Disk Access**, too.',
          ],
        },
      ],
    },
    linux: {
      remark:
        'If your company wants a certain product, support has its installer. ClamAV is free and part of most distributions. Its definitions take more than 200 MB.',
      guides: [
        {
          label: 'ClamAV on Ubuntu, Debian and Linux Mint',
          steps: [
            { text: 'Install it.', command: 'sudo apt install clamav clamav-daemon' },
            {
              text: 'Turn it on, now and at each start.',
              command: 'sudo systemctl enable --now clamav-freshclam clamav-daemon',
            },
          ],
        },
        {
          label: 'ClamAV on Fedora',
          steps: [
            { text: 'Install it.', command: 'sudo dnf install clamav clamd clamav-freshclam' },
            {
              text: 'Let its parts reach each other.',
              command: "sudo sed -i 's/^#LocalSocket /LocalSocket /' /etc/clamd.d/scan.conf",
            },
            {
              text: 'Turn it on, now and at each start.',
              command: 'sudo systemctl enable --now clamav-freshclam clamd@scan',
            },
          ],
        },
      ],
    },
  },
  managed:
    'Your company installs the antivirus by itself. Until it arrives there is nothing to do here; support knows when it comes.',
};
