import type { Article } from '../article.ts';

const KEEP_THE_KEY =
  'Keep the recovery key outside this computer. Without it, the drive can’t be opened if the password is lost.';

export const article: Article = {
  title: 'Encrypt the hard drive',
  why: 'If this computer is lost, the finder can read the work on it, unless the drive is encrypted.',
  systems: {
    windows: {
      settings: { label: 'Open Device encryption', href: 'ms-settings:deviceencryption' },
      guides: [
        {
          label: 'Windows 11 and 10 Home',
          steps: [
            'Open **Start**, then **Settings**, then **Privacy & security**, then **Device encryption**. In Windows 10 it is **Update & Security**, then **Device encryption**.',
            'Turn on **Device encryption**. Windows may ask you to sign in with a Microsoft account, which keeps the recovery key.',
          ],
          note: 'If the page is missing, this computer cannot do it with Windows Home. Support knows what is possible.',
        },
        {
          label: 'Windows 11 and 10 Pro, Enterprise and Education',
          steps: [
            'Open **Start**, type **Manage BitLocker** and press Enter.',
            'Next to **C:** and each other built-in drive, choose **Turn on BitLocker**. If the protection is suspended, choose **Resume protection**: it is done at once.',
            KEEP_THE_KEY,
            'Choose **Encrypt used disk space only**, then **Start encrypting**.',
          ],
        },
      ],
    },
    macos: {
      settings: {
        label: 'Open FileVault',
        href: 'x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault',
      },
      guides: [
        {
          label: 'macOS 13 and newer',
          steps: [
            'Open the Apple menu and choose **System Settings**, then **Privacy & Security**.',
            'Scroll to **FileVault** and choose **Turn On**.',
            KEEP_THE_KEY,
          ],
          note: 'Macs with Apple silicon or the T2 chip are done within minutes. Older ones take some hours.',
        },
      ],
    },
    linux: {
      remark:
        'Linux encrypts the drive while it is installed. Encrypting one that is in use puts its content at risk, so this page does not guide through it.',
      guides: [
        {
          label: 'See whether it is encrypted',
          steps: [
            {
              text: 'Look for the lines that end in `/`, `/home`, `[SWAP]` or another place. Each is encrypted if it says **crypt**, or stands below a line that does.',
              command: 'lsblk -o NAME,TYPE,MOUNTPOINTS',
            },
          ],
        },
        {
          label: 'Install again, encrypted',
          steps: [
            'Contact support first: your company may have a prepared installation, or another computer for you.',
            'Copy everything you need to another drive.',
            'Install the system again and choose encryption when it asks how to use the drive. Ubuntu calls it **Use LVM and encryption** or **Encrypt with a passphrase**, Fedora **Encrypt my data**, Debian **encrypted LVM**.',
          ],
          note: 'This takes about an hour, and the copies come on top.',
        },
      ],
    },
  },
  managed:
    'Most companies turn the encryption on from afar and keep the recovery key. Where there is a switch, it is grey then. Your I.T. department can say whether and when it starts.',
  after:
    'The check passes when the whole drive is encrypted. Windows and macOS do that in minutes to some hours while you work: leave the computer switched on and plugged in. On Linux it is done once the system is installed, encrypted.',
};
