import type { Article } from '../article.ts';

const RESTART = 'Restart the computer. An agent that is installed usually starts with it.';
const NOT_INSTALLED =
  'If the check says that no agent is installed, choose “Install now” where it is offered. Otherwise get the installer from support: each company has its own.';

export const article: Article = {
  title: 'Start the management agent',
  why: 'The agent is a program with which your I.T. department looks after this computer from afar. The check names the one it misses: open **What we found**.',
  systems: {
    windows: {
      guides: [
        {
          label: 'Windows 11 and 10',
          steps: [
            RESTART,
            'If the check stays as it is: open **Start**, type **Services** and press Enter.',
            'Find the agent, open it, set **Startup type** to **Automatic** and choose **Start**. Windows may ask for an administrator.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    macos: {
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            RESTART,
            'If the check stays as it is: open **System Settings**, then **General**, then **Login Items & Extensions**. In macOS 13 and 14 it is called **Login Items**.',
            'Under **Allow in the Background** turn the agent on.',
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
    linux: {
      guides: [
        {
          steps: [
            RESTART,
            {
              text: 'If the check stays as it is, list the services that are installed and find the agent.',
              command: 'systemctl list-unit-files --type=service',
            },
            {
              text: 'Start it, now and at each start, with its name in place of NAME.',
              command: 'sudo systemctl enable --now NAME',
            },
          ],
          note: NOT_INSTALLED,
        },
      ],
    },
  },
  managed:
    'Your company installs and updates the agent by itself. If it keeps stopping, contact support: they can install it again.',
};
