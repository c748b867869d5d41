import type { Article } from '../article.ts';

const TELL_SUPPORT = 'Tell support that name. If a support code stands at the end of this page, tell it as well.';

export const article: Article = {
  title: 'Register this computer',
  why: 'Only computers that your company knows may be used for work. Each is registered once: from a computer that is already yours, by a second factor at sign-in, or by your I.T. department, as your company has set it. No setting of this computer decides it.',
  systems: {
    windows: {
      settings: { label: 'Open About', href: 'ms-settings:about' },
      guides: [
        {
          steps: [
            'Open **Start**, then **Settings**, then **System**, then **About**. **Device name** is the name of this computer.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    macos: {
      guides: [
        {
          steps: [
            'Open the Apple menu and choose **System Settings**, then **General**, then **About**. **Name** is the name of this Mac; its serial number stands below.',
            TELL_SUPPORT,
          ],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Open **Settings**, then **System**, then **About**. **Device Name** is the name of this computer.',
            TELL_SUPPORT,
          ],
        },
        {
          label: 'KDE Plasma and others',
          steps: [{ text: 'Read the name in a terminal.', command: 'hostname' }, TELL_SUPPORT],
        },
      ],
    },
  },
  managed:
    'This is always your company’s decision. If the check says that the computer waits, only the registration is missing. If a code for another computer stands on that page, enter it there. If it says that it was blocked, your I.T. department can say why. If it says that the keys are not in security hardware, “workplace keys” in a terminal says why; on Windows and macOS only your I.T. department can help.',
  after: 'You go through as soon as the computer is approved.',
};
