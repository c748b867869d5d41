import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Set a sign-in password',
  why: 'Without a password, anybody who can touch this computer can open your account and the work in it. Workplace reads whether there is one, never the password itself.',
  systems: {
    windows: {
      settings: { label: 'Open Sign-in options', href: 'ms-settings:signinoptions' },
      guides: [
        {
          label: 'Set a password on Windows 11 and 10',
          steps: [
            'Open **Start**, then **Settings**, then **Accounts**, then **Sign-in options**.',
            'Open **Password** and choose **Add**.',
            'Type the new password twice, and a hint. Choose **Finish**.',
          ],
        },
        {
          label: 'If Windows signs in by itself',
          steps: [
            'Press the Windows key and R, type `netplwiz` and press Enter.',
            'Tick **Users must enter a user name and password to use this computer**.',
            'Choose **OK**.',
          ],
          note: 'If that line is missing, support can turn it off for you.',
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open Users & Groups',
        href: 'x-apple.systempreferences:com.apple.Users-Groups-Settings.extension',
      },
      guides: [
        {
          label: 'Set a password on macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**.',
            'Choose **Touch ID & Password**. On a Mac without Touch ID it is called **Login Password**.',
            'Choose **Change** next to **Password**. Leave the old password empty if there was none.',
          ],
        },
        {
          label: 'If the Mac signs in by itself',
          steps: ['Open **System Settings**, then **Users & Groups**.', 'Set **Automatically log in as** to **Off**.'],
        },
      ],
    },
    linux: {
      guides: [
        {
          label: 'GNOME',
          steps: [
            'Open **Settings**, then **System**, then **Users**. In older versions **Users** stands in the first list.',
            'Choose **Unlock** and type an administrator’s password.',
            'Choose **Password** and set one. Turn **Automatic Login** off.',
          ],
        },
        {
          label: 'KDE Plasma',
          steps: [
            'Open **System Settings**, then **Users**, and choose **Change Password**.',
            'Type **Login Screen** into the search field, open the page and choose **Behavior**.',
            'Untick **Automatically log in**.',
          ],
        },
        { label: 'In a terminal', steps: [{ text: 'Set a new password for your account.', command: 'passwd' }] },
        {
          label: 'If another account has no password',
          steps: [
            {
              text: 'Find out which. You need to be an administrator.',
              command: `sudo awk -F: '$2 == "" { print $1 }' /etc/shadow`,
            },
            { text: 'Close it to passwords, here the account root.', command: 'sudo passwd --lock root' },
            {
              text: 'If none is named, a group or a rule lets one in. Look who is in that group, and what the rules say.',
              command: 'getent group nopasswdlogin; grep -n succeed_if /etc/pam.d/*',
            },
          ],
        },
      ],
    },
  },
};
