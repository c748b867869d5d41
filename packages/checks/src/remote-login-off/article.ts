import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Turn off remote login',
  why: 'While remote login is on, anyone on the same network can try passwords on this computer.',
  reads: {
    name: 'Remote login',
    text: 'Which programs let people sign in over the network (SSH, telnet, remote desktops, VNC), whether they run and start with the system, and on Linux which ports are open and how the programs behind them greet',
  },
  systems: {
    macos: {
      settings: { label: 'Open Sharing', href: 'x-apple.systempreferences:com.apple.Sharing-Settings.extension' },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**.',
            'Choose **General**, then **Sharing**.',
            'Turn off **Remote Login**. macOS may ask for your password.',
          ],
        },
      ],
    },
    linux: {
      remark: 'A terminal is the short way. Your password is asked for once.',
      guides: [
        {
          label: 'Ubuntu and Debian',
          steps: [
            {
              text: 'Turn it off, now and at each start.',
              command: 'sudo systemctl disable --now ssh.service ssh.socket',
            },
          ],
        },
        {
          label: 'Fedora, Red Hat and openSUSE',
          steps: [
            {
              text: 'Turn it off, now and at each start.',
              command: 'sudo systemctl disable --now sshd.service',
            },
          ],
        },
      ],
    },
  },
};
