import { type Article, GNOME_IDLE_DELAY, OTHER_DESKTOPS, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Let the screen saver start sooner',
  why: 'The sooner the screen closes by itself, the shorter your work lies open when you are called away. Your company sets the longest time, usually 15 minutes. The check names it: open **What we found** and look at **Wanted**.',
  systems: {
    windows: {
      settings: { label: 'Open Lock screen', href: SETTINGS_PAGES.windowsLockScreen },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, then **Settings**, then **Personalization**, then **Lock screen**.',
            'At the end of the page choose **Screen saver**. Windows 10 calls it **Screen saver settings**.',
            'Set **Wait** to 10 minutes, or to the time your company wants.',
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
            'Set **Start Screen Saver when inactive** to **For 10 minutes**, or to the time your company wants.',
            'Set **Require password after screen saver begins or display is turned off** to **Immediately**: a later password counts as a later start.',
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Open **Settings**, then **Privacy & Security**, then **Screen Lock**. In older versions it is **Privacy**, then **Screen**.',
            'Set **Blank Screen Delay** to 10 minutes, or to the time your company wants.',
            'Set **Automatic Screen Lock Delay** to **Screen Turns Off**: a later lock counts as a later start.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Open **System Settings** and type **Screen Locking** into the search field.',
            'Set **Lock screen automatically** to 10 minutes, or to the time your company wants, and choose **Apply**.',
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
