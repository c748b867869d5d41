import { type Article, GNOME_IDLE_DELAY, OTHER_DESKTOPS, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Turn on the screen saver',
  why: 'A screen that is left open shows your work to anybody who passes.',
  systems: {
    windows: {
      settings: { label: 'Open Lock screen', href: SETTINGS_PAGES.windowsLockScreen },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, then **Settings**, then **Personalization**, then **Lock screen**.',
            'At the end of the page choose **Screen saver**. Windows 10 calls it **Screen saver settings**.',
            'Choose any screen saver but **(None)**. **Blank** saves the most power.',
            'Set **Wait** to 10 minutes and tick **On resume, display logon screen**.',
            'Choose **OK**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open Lock Screen',
        href: SETTINGS_PAGES.macosLockScreen,
      },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**, then **Lock Screen**.',
            'Set **Start Screen Saver when inactive** to **For 10 minutes**. Any time but **Never** will do.',
          ],
          note: 'If the line is not there, look in **Screen Saver** or **Wallpaper**: it moved in some versions.',
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Open **Settings**, then **Privacy & Security**, then **Screen Lock**. In older versions it is **Privacy**, then **Screen**.',
            'Set **Blank Screen Delay** to 10 minutes. Any time but **Never** will do.',
            'Turn on **Automatic Screen Lock**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Open **System Settings** and type **Screen Locking** into the search field.',
            'Set **Lock screen automatically** to 10 minutes and choose **Apply**.',
          ],
        },
        {
          label: 'In a terminal, for GNOME',
          steps: [{ text: 'Start after 600 seconds.', command: GNOME_IDLE_DELAY }],
        },
        OTHER_DESKTOPS,
      ],
    },
  },
};
