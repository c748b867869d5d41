import type { Article } from '../article.ts';

export const article: Article = {
  title: 'Block USB storage',
  why: 'Work can be copied to a USB drive, and a drive can bring harmful files onto this computer.',
  reads: {
    name: 'USB storage',
    text: 'Whether drivers for USB drives are loaded or can be, and whether USBGuard runs. **Never what is on a drive**',
  },
  systems: {
    linux: {
      remark: 'Keyboards, mice and other USB devices keep working. Your password is asked for once.',
      guides: [
        {
          label: 'Every distribution',
          steps: [
            'Copy what you need from your USB drives, then remove them.',
            {
              text: 'Keep the drivers from being loaded.',
              command:
                "printf 'install usb-storage /bin/false\\ninstall uas /bin/false\\n' | sudo tee /etc/modprobe.d/usb-storage.conf",
            },
            {
              text: 'Unload them now. If that fails, restart the computer.',
              command: 'sudo modprobe -r uas usb_storage',
            },
          ],
          note: 'To allow USB drives again, delete that file as an administrator.',
        },
      ],
    },
  },
};
