import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Turn on real-time protection',
  why: 'Real-time protection looks at every file as it is opened, so a harmful program is stopped before it runs.',
  systems: {
    windows: {
      settings: { label: 'Open protection settings', href: 'windowsdefender://threatsettings' },
      guides: [
        {
          label: 'Microsoft Defender on Windows 11 and 10',
          steps: [
            'Open **Start**, type **Windows Security** and press Enter.',
            'Choose **Virus & threat protection**.',
            'Under **Virus & threat protection settings** choose **Manage settings**.',
            'Turn on **Real-time protection**. Windows may ask for an administrator.',
          ],
          note: 'If it turns itself off again, tell support: a harmful program can be the reason.',
        },
        {
          label: 'Another antivirus',
          steps: ['Open it from **Start** and turn on its protection. It may also say that its licence has ended.'],
        },
      ],
    },
    macos: {
      remark:
        'Apple’s own protection is always on. These steps are for an antivirus that you or your company installed.',
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the antivirus from **Applications** and turn on its protection.',
            'If it says that macOS blocks it: open **System Settings**, then **General**, then **Login Items & Extensions**, and turn it on. In macOS 13 and 14 the question stands in **Privacy & Security**.',
            'Turn it on in **Privacy & Security**, then **Full Disk Access**, too.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'ClamAV on Ubuntu, Debian and Linux Mint',
          steps: [
            {
              text: 'Say which folder it watches, and that it does not watch itself.',
              command:
                "printf 'OnAccessIncludePath /home\\nOnAccessExcludeUname clamav\\n' | sudo tee -a /etc/clamav/clamd.conf",
            },
            { text: 'Let it read that.', command: 'sudo systemctl restart clamav-daemon' },
            {
              text: 'Turn the watching on, now and at each start.',
              command: 'sudo systemctl enable --now clamav-daemon clamav-clamonacc',
            },
          ],
          note: 'Opening large files may take a moment longer from then on.',
        },
        {
          label: 'Microsoft Defender',
          steps: [
            {
              text: 'Turn it on, unless your company holds the setting.',
              command: 'sudo mdatp config real-time-protection --value enabled',
            },
          ],
        },
        {
          label: 'CrowdStrike, SentinelOne, Sophos, ESET and Trend Micro',
          steps: [
            'They protect as long as they run. Restart the computer; if the check stays as it is, contact support.',
          ],
        },
      ],
    },
  },
};
