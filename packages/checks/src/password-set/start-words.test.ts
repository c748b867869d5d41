import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { lookAtOtherSettings } from './automatic-sign-in.ts';
import { lookAtStartWords } from './start-words.ts';

const answerTo = async (files: Readonly<Record<string, string>>) => {
  const found = await lookAtStartWords(createFakeSystem({ files }));
  return found.ok ? found.value !== null : null;
};
/** As update-grub of Debian writes it, with the entry for a rescue that every computer has. */
const MENU = (words: string) => `menuentry 'Debian GNU/Linux' {
\tlinux\t/boot/vmlinuz-6.1.0-40-amd64 root=UUID=0a ro ${words}
\tinitrd\t/boot/initrd.img-6.1.0-40-amd64
}
menuentry 'Debian GNU/Linux (recovery mode)' {
\tlinux\t/boot/vmlinuz-6.1.0-40-amd64 root=UUID=0a ro single
}
`;

test.each([
  ['/proc/cmdline', 'BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro quiet splash', false],
  ['/proc/cmdline', 'BOOT_IMAGE=/vmlinuz root=/dev/sda1 init=/bin/bash\n', true],
  ['/proc/cmdline', 'root=/dev/sda1 init=/lib/systemd/systemd', false],
  ['/proc/cmdline', 'root=/dev/sda1 rd.break', true],
  ['/proc/cmdline', 'root=/dev/sda1 systemd.debug_shell', true],
  ['/proc/cmdline', 'root=/dev/sda1 systemd.debug-shell=0', false],
  ['/proc/cmdline', 'root=/dev/sda1 SYSTEMD_SULOGIN_FORCE=1', null],
  ['/boot/grub/grub.cfg', MENU('quiet'), false],
  ['/boot/grub/grub.cfg', MENU('init=/bin/sh'), true],
  ['/etc/default/grub', 'GRUB_DEFAULT=0\nGRUB_CMDLINE_LINUX_DEFAULT="quiet"\nGRUB_CMDLINE_LINUX=""\n', false],
  ['/etc/default/grub', 'GRUB_CMDLINE_LINUX="init=/bin/bash"\n', true],
  ['/etc/default/grub', '# GRUB_CMDLINE_LINUX="init=/bin/bash"\n', false],
  ['/etc/default/grub.d/a.cfg', "GRUB_CMDLINE_LINUX_DEFAULT='quiet init=/usr/bin/bash'\n", true],
  ['/boot/loader/entries/a.conf', 'title Fedora\nlinux /vmlinuz\noptions root=/dev/sda3 ro init=/bin/sh\n', true],
  ['/boot/loader/entries/a.conf', 'title Fedora\nlinux /vmlinuz\noptions root=/dev/sda3 ro rhgb quiet\n', false],
])('%s with %j starts a shell: %s', async (path, text, expected) => {
  expect(await answerTo({ [path]: text })).toBe(expected);
});

const SHOWN = (command: string) => `Names=display-manager.service lightdm.service
LoadState=loaded
ActiveState=active
NeedDaemonReload=no
ExecStart={ path=/usr/sbin/x ; argv[]=${command} ; ignore_errors=no ; start_time=[n/a] }
WantedBy=graphical.target
`;
const AUTOMATIC = '[Seat:*]\nautologin-user=nadia\n';

test.each([
  ['/usr/sbin/lightdm --config /etc/other.conf', AUTOMATIC, '/etc/other.conf'],
  ['/usr/sbin/lightdm --config=/etc/other.conf', AUTOMATIC, '/etc/other.conf'],
  ['/usr/sbin/lightdm -c /etc/other.conf', '[Seat:*]\n#autologin-user=nadia\n', null],
  ['/usr/sbin/lightdm', AUTOMATIC, null],
  ['/usr/bin/greetd --config /etc/other.conf', '', 'unknown'],
])('%s, whose file says %j: %s', async (command, text, expected) => {
  const system = createFakeSystem({
    files: { '/etc/other.conf': text, '/etc/systemd/system/display-manager.service': '[Service]\n' },
    commands: { systemctl: SHOWN(command) },
  });
  const found = await lookAtOtherSettings(system);
  expect(found.ok ? found.value : 'unknown').toBe(expected);
});
