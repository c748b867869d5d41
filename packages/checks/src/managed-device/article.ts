import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Let your company manage this computer',
  why: 'A managed computer gets its security settings and updates from your company. What else the company can see or do there depends on its service: read what the enrolment shows, and ask support before you agree.',
  systems: {
    windows: {
      settings: { label: 'Open Access work or school', href: 'ms-settings:workplace' },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, then **Settings**, then **Accounts**, then **Access work or school**.',
            'Choose **Connect** and sign in with your work address.',
            'Read what your company will manage, and agree.',
          ],
          note: 'If your company uses **Company Portal** or another service, take the link or the installer from support instead. Enrolment may take 15 minutes to finish.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open Device Management',
        href: 'x-apple.systempreferences:com.apple.Profiles-Settings.extension',
      },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Get the enrolment link or app from support, open it and sign in with your work address. It downloads a **profile**.',
            'Open **System Settings**, then **General**, then **Device Management**. In macOS 13 and 14 it is **Privacy & Security**, then **Profiles**.',
            'Open the profile, read what it allows, and choose **Install** or **Enroll**.',
          ],
        },
      ],
    },
    linux: {
      remark: 'Linux has no management of its own: a service your company chooses does it.',
      guides: [
        {
          label: 'Microsoft Intune',
          steps: [
            'Install **Microsoft Intune** as support tells, open it and sign in with your work address.',
            {
              text: 'It works if this says **active**.',
              command: 'systemctl --user is-active intune-agent.timer',
            },
          ],
        },
        {
          label: 'Fleet, JumpCloud, Landscape and Salt',
          steps: ['Get the installer from support and run it.', 'Restart the computer, so that the service starts.'],
        },
      ],
    },
  },
  managed:
    'If the check says that the management does not work, the service is installed but stopped or not enrolled. Restart the computer; if the check stays as it is, contact support.',
};
