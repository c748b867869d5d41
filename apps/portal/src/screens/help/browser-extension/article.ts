import type { Article, SystemHelp } from '../articles/library-types.ts';

/** Browsers are alike on every system. */
const everywhere: SystemHelp = {
  guides: [
    {
      label: 'Chrome, Edge and browsers like them',
      steps: [
        'Close every window of the browser, and open it again. Most companies install the extension by themselves, and the browser takes it when it starts.',
        'Type `chrome://extensions` into the address bar, in Edge `edge://extensions`, and press Enter.',
        'If **Workplace** is not in the list, install it first. With a folder from support: turn on **Developer mode**, choose **Load unpacked**, and choose that folder.',
        'Turn on the switch of **Workplace**.',
      ],
      note: 'If it is not there and you have no folder, tell support the code at the foot of the page.',
    },
    {
      label: 'Firefox',
      steps: [
        'Close every window of Firefox, and open it again. Most companies install the extension by themselves.',
        'Type `about:addons` into the address bar and press Enter.',
        'If **Workplace** is not there, install it first. With a folder from support: type `about:debugging#/runtime/this-firefox`, choose **Load Temporary Add-on**, and choose the file `manifest.json` in that folder.',
        'Turn **Workplace** on.',
      ],
      note: 'What was loaded in this way is gone when Firefox ends. Support can have it installed for good.',
    },
  ],
};

export const article: Article = {
  title: 'Install the browser extension',
  why: 'The extension is how this page speaks with Workplace on your computer. Without it nothing can be checked.',
  systems: { windows: everywhere, macos: everywhere, linux: everywhere },
  managed:
    'The switch of the extension is grey: your company installed it, and it can’t be removed by mistake. There is nothing to do.',
};
