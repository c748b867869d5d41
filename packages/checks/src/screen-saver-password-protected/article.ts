import { type Article, OTHER_DESKTOPS, SETTINGS_PAGES } from '../article.ts';

export const article: Article = {
  title: 'Ask for a password after the screen saver',
  why: 'A screen saver alone hides your work; a password, a PIN or a fingerprint makes sure that only you open it again.',
  systems: {
    windows: {
      settings: { label: 'Open Lock screen', href: SETTINGS_PAGES.windowsLockScreen },
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            'Open **Start**, then **Settings**, then **Personalization**, then **Lock screen**.',
            'At the end of the page choose **Screen saver**. Windows 10 calls it **Screen saver settings**.',
            'Tick **On resume, display logon screen**.',
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
            'Set **Require password after screen saver begins or display is turned off** to **Immediately**. 5 seconds will usually do as well.',
            'macOS asks for your password.',
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
            'Turn on **Automatic Screen Lock**.',
            'Set **Automatic Screen Lock Delay** to **Screen Turns Off**.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Open **System Settings** and type **Screen Locking** into the search field.',
            'Tick **Lock screen automatically**.',
            'Set the delay before a password is required to 5 seconds or less and choose **Apply**.',
          ],
        },
        {
          label: 'In a terminal, for GNOME',
          steps: [
            { text: 'Turn the lock on.', command: 'gsettings set org.gnome.desktop.screensaver lock-enabled true' },
            { text: 'Let it lock at once.', command: 'gsettings set org.gnome.desktop.screensaver lock-delay 0' },
          ],
        },
        OTHER_DESKTOPS,
      ],
    },
  },
};
