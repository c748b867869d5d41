import { type Article, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Update the antivirus definitions',
  why: 'Definitions tell the antivirus what the newest harmful programs look like. They usually come by themselves, several times a week; a computer that was off for long lags behind.',
  systems: {
    windows: {
      settings: { label: 'Open Virus & threat protection', href: SETTINGS_PAGES.windowsThreats },
      guides: [
        {
          label: 'Microsoft Defender on Windows 11 and 10',
          steps: [
            'Open **Start**, type **Windows Security** and press Enter.',
            'Choose **Virus & threat protection**.',
            'Under **Virus & threat protection updates** choose **Protection updates**, then **Check for updates**. It takes one or two minutes.',
          ],
        },
        { label: 'Another antivirus', steps: ['Open it from **Start** and choose its update.'] },
      ],
    },
    macos: {
      settings: {
        label: 'Open Software Update',
        href: SETTINGS_PAGES.macosSoftwareUpdate,
      },
      guides: [
        {
          label: 'Apple’s own protection, macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**, then **General**, then **Software Update**.',
            'Press the **ⓘ** next to **Automatic updates** and turn on **Install Security Responses and system files**.',
            'Leave the Mac on and online. New definitions come within a day; nothing has to be restarted.',
          ],
        },
        { label: 'Another antivirus', steps: ['Open it from **Applications** and choose its update.'] },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV',
          steps: [
            {
              text: 'Let definitions come by themselves. The first time takes a few minutes and more than 200 MB.',
              command: 'sudo systemctl enable --now clamav-freshclam',
            },
          ],
          note: 'If the service is not found, install the package `clamav-freshclam`.',
        },
        {
          label: 'Microsoft Defender',
          steps: [{ text: 'Fetch the newest definitions.', command: 'mdatp definitions update' }],
        },
      ],
    },
  },
};
