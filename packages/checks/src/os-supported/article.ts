import { type Article, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Update the operating system',
  why: 'A version whose support has ended gets no security updates: holes found in it stay open. Open **What we found** to see which version this is, and **Wanted** for what your company accepts.',
  systems: {
    windows: {
      settings: { label: 'Open Windows Update', href: SETTINGS_PAGES.windowsUpdate },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Save your work and plug the computer in. An upgrade takes 30 to 90 minutes and about 5 GB.',
            'Open **Start**, then **Settings**, then **Windows Update**. In Windows 10 it is **Update & Security**, then **Windows Update**.',
            'Choose **Check for updates**.',
            'If a new version is offered, choose **Download and install**, and restart when Windows asks.',
          ],
          note: 'Regular updates of Windows 10 ended on 14 October 2025. If Windows 11 is not offered, this computer may be too old for it; contact support.',
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
            'Save your work and plug the Mac in. An upgrade takes 30 to 60 minutes and needs about 25 GB of free space.',
            'Open the Apple menu and choose **System Settings**, then **General**, then **Software Update**.',
            'Choose **Update Now** or **Upgrade Now**.',
          ],
          note: 'macOS 12 and older: Apple menu, **System Preferences**, **Software Update**. If nothing is offered, this Mac may be too old; contact support.',
        },
      ],
    },
    linux: {
      remark: 'Copy what matters to another drive first. An upgrade takes 30 to 90 minutes.',
      guides: [
        {
          label: 'Ubuntu',
          steps: [
            {
              text: 'Install all updates of the present version.',
              command: 'sudo apt update && sudo apt full-upgrade',
            },
            { text: 'Restart, then move to the next version.', command: 'sudo do-release-upgrade' },
          ],
        },
        {
          label: 'Fedora',
          steps: [
            'Open **Software** (GNOME) or **Discover** (KDE), then **Updates**.',
            'Choose **Download** or **Upgrade** next to the new version, and restart when it asks.',
          ],
        },
        {
          label: 'Linux Mint',
          steps: ['Open **Update Manager**, then **Edit**, and choose the upgrade to the new version.'],
        },
        {
          label: 'Debian and others',
          steps: [
            { text: 'See which version this is.', command: 'cat /etc/os-release' },
            'The notes of the newest version tell how to move to it. Support knows which distributions your company accepts.',
          ],
        },
      ],
    },
  },
};
