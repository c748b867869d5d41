import { expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { lookAtOtherSettings } from './automatic-sign-in.ts';
import { wordOpensShell } from './kernel-words.ts';
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

/** Words of every start of usual distributions, and of many that are looked up when a computer does not start. */
const HARMLESS = `BOOT_IMAGE=/vmlinuz-6.1.0-40-amd64 root=UUID=0a ro quiet splash vt.handoff=7 $vt_handoff rhgb rootflags=subvol=@
rd.luks.uuid=luks-0a rd.lvm.lv=fedora/root rd.md.uuid=0a rd.driver.blacklist=nouveau rd.shell=0 rd.udev.log_level=3 rd.plymouth=0
systemd.show_status=auto systemd.unified_cgroup_hierarchy=1 systemd.unit=multi-user.target systemd.unit=rescue.target systemd.zram=0
systemd.mask=display-manager.service systemd.journald.forward_to_console=1 systemd.log-level=debug systemd.gpt-auto=0 systemd.swap=no
rd.systemd.show_status=auto rd.systemd.gpt_auto=0 systemd.machine_id=0a systemd.setenv=LANG=C systemd.crash_shell=no systemd.volatile=no
init=/sbin/init init=/lib/systemd/systemd init=/usr/lib/systemd/systemd-bootchart init=/nix/store/0a-nixos-system-h-24.05/init rdinit=/init
single emergency 3 recovery nomodeset dis_ucode_ldr -- --- -b LANG=de_DE.UTF-8 KEYTABLE=de SYSFONT=x console=tty0 console=ttyS0,115200n8
net.ifnames=0 ip=dhcp resume=UUID=0a crashkernel=2G-:256M mitigations=auto intel_iommu=on i915.enable_psr=0 usbcore.autosuspend=-1 panic=10
apparmor=1 security=apparmor selinux=0 audit=1 cgroup_enable=memory zswap.enabled=1 cryptdevice=UUID=0a:root module_blacklist=uas
fsck.mode=force ostree=/ostree/boot.1/fedora/0a/0 ds=nocloud dyndbg=file+p acpi_osi=! SYSTEMD_SULOGIN_FORCE=0 inst.lang=de`;

test.each(HARMLESS.split(/\s+/))('%s opens nothing', (word) => {
  expect(wordOpensShell(word)).toBe(false);
});

test.each([
  ...[
    'init=/bin/bash',
    'init=/usr/bin/python3',
    'init=/usr/bin/perl5.36',
    'rdinit=/bin/sh',
    'real_init=/bin/zsh',
    'init=/usr/bin/vi',
  ],
  ...['rd.break', 'rd.break=pre-mount', 'break', 'break=premount', 'systemd.debug_shell', 'systemd.debug-shell=tty3'],
  ...[
    'rd.systemd.debug_shell',
    'rd.systemd.debug_shell=1',
    'rd.systemd.debug-shell=yes',
    'systemd.unit=debug-shell.service',
  ],
  ...[
    'systemd.wants=debug-shell.service',
    'rd.systemd.wants=debug-shell.service',
    'systemd.run=/bin/bash',
    'systemd.run=python3',
  ],
])('%s opens a shell', (word) => {
  expect(wordOpensShell(word)).toBe(true);
});

test.each([
  ...[
    'init=/opt/own/start',
    'init=',
    'rdinit=/sbin/own',
    'systemd.run=/opt/own/start',
    'systemd.unit=own.target',
    'rd.cmdline=ask',
  ],
  ...[
    'rd.systemd.unit=emergency.target',
    'rd.rescue',
    'rd.emergency',
    'systemd.wants=own.service',
    'systemd.crash_shell=1',
  ],
  ...[
    'systemd.setenv=SYSTEMD_SULOGIN_FORCE=1',
    'SYSTEMD_SULOGIN_FORCE=1',
    'systemd.setenv=LD_PRELOAD=/opt/x.so',
    'LD_PRELOAD=/opt/x.so',
  ],
  ...[
    'systemd.set_credential=passwd.hashed-password.root:',
    'systemd.set-credential-binary=systemd.extra-unit.a:b',
    'systemd.confirm_spawn',
  ],
  ...[
    'systemd.mount-extra=/dev/sdb1:/etc',
    'systemd.volatile=yes',
    'systemd.made_up_next_year=1',
    'rd.made_up_next_year',
    'PATH=/opt',
  ],
  ...[
    '--unit=own.target',
    '--default-standard-output=tty',
    'kgdboc=kbd',
    'ds=nocloud;s=http://elsewhere/',
    '$(cat',
    '`cat',
  ],
])('%s may open one', (word) => {
  expect(wordOpensShell(word)).toBe(null);
});

const EXTLINUX = (words: string) => `DEFAULT l0\nLABEL l0\n\tMENU LABEL Debian\n\tlinux /vmlinuz\n\tappend ${words}\n`;

test.each([
  ['/boot/extlinux/extlinux.conf', EXTLINUX('root=/dev/sda1 ro quiet'), false],
  [
    '/boot/extlinux/extlinux.conf',
    EXTLINUX('root=/dev/sda1 rw init=/bin/bash').toUpperCase().replace('INIT=/BIN/BASH', 'init=/bin/bash'),
    true,
  ],
  ['/boot/extlinux/linux.cfg', EXTLINUX('root=/dev/sda1 rw init=/bin/bash'), true],
  ['/boot/syslinux/syslinux.cfg', EXTLINUX('- rd.break'), true],
  ['/boot/refind_linux.conf', '"Boot to single-user mode" "root=/dev/sda1 single"\n', false],
  ['/boot/refind_linux.conf', '"Boot" "root=/dev/sda1 init=/bin/sh"\n', true],
  ['/boot/limine.conf', '/Debian\n  protocol: linux\n  cmdline: root=/dev/sda1 init=/bin/sh\n', true],
  ['/etc/lilo.conf', 'image=/vmlinuz\n  append="quiet init=/bin/sh"\n', true],
  ['/boot/armbianEnv.txt', 'verbosity=1\nextraargs=init=/bin/sh\n', true],
  ['/etc/default/u-boot', 'U_BOOT_PARAMETERS="ro quiet init=/bin/sh"\n', true],
  ['/etc/cmdline.d/own.conf', 'quiet init=/bin/sh\n', true],
  ['/etc/dracut.conf.d/own.conf', 'kernel_cmdline+=" rd.break "\n', true],
  ['/etc/kernelstub/configuration', '{"user":{"kernel_options":["quiet","init=/bin/bash"],"live_mode":false}}', true],
  ['/etc/kernelstub/configuration', '{"user":{"kernel_options":["quiet","splash"],"live_mode":false}}', false],
  ['/boot/grub/custom.cfg', 'menuentry x { linux /vmlinuz root=/dev/sda1 init=/bin/sh; }\n', true],
  ['/boot/grub/custom.cfg', '# linux /vmlinuz init=/bin/sh\n', false],
  ['/boot/grub/grub.cfg', 'set own="init=/bin/sh"\nlinux /vmlinuz root=/dev/sda1 $own\n', true],
  ['/boot/grub/grub.cfg', 'linux /vmlinuz root=/dev/sda1 "init=/bin/sh" quiet\n', true],
  ['/boot/grub/grub.cfg', 'linux /vmlinuz root=/dev/sda1 \\\n  init=/bin/sh\n', true],
  ['/boot/grub/grub.cfg', 'multiboot2 /xen\nmodule2 /vmlinuz placeholder root=/dev/sda1 init=/bin/sh\n', true],
  ['/boot/grub/grub.cfg', 'linux /vmlinuz root=/dev/sda1 systemd.made_up=1\n', null],
  ['/etc/default/grub', 'GRUB_CMDLINE_LINUX+=" init=/bin/sh"\n', true],
  ['/etc/default/grub', 'OWN=init=/bin/sh\nGRUB_CMDLINE_LINUX="quiet $OWN"\n', true],
  ['/etc/default/grub', 'OWN=init=/bin/sh\nGRUB_CMDLINE_LINUX="quiet"\n', false],
  ['/etc/default/grub', 'export GRUB_CMDLINE_LINUX="quiet\n init=/bin/sh"\n', true],
  ['/etc/default/grub', 'GRUB_CMDLINE_LINUX="" # init=/bin/sh for a rescue\n', false],
  ['/etc/default/grub', 'GRUB_CMDLINE_LINUX="$(cat /etc/own)"\n', null],
])('%s with %j starts a shell: %s', async (path, text, expected) => {
  expect(await answerTo({ [path]: text })).toBe(expected);
});

test('what GRUB has saved counts where its menu names it', async () => {
  const entry = { '/boot/loader/entries/a.conf': 'linux /vmlinuz\noptions $kernelopts $tuned_params\n' };
  const saved = (words: string) => ({
    '/boot/grub2/grubenv': `# GRUB Environment Block\nkernelopts=root=/dev/sda1 ${words}\n###`,
  });
  expect(await answerTo({ ...entry, ...saved('ro') })).toBe(false);
  expect(await answerTo({ ...entry, ...saved('init=/bin/sh') })).toBe(true);
});

test('where systemd came first, it is known what the words for the first program have come to', async () => {
  const words = 'quiet rdinit=/process_api -- --addr 0.0.0.0:2024';
  const first = { '/proc/1/comm': 'systemd\n' };
  expect(await answerTo({ '/proc/cmdline': words })).toBe(null);
  expect(await answerTo({ '/proc/cmdline': words, ...first })).toBe(false);
  expect(await answerTo({ '/proc/cmdline': 'init=/bin/sh', ...first })).toBe(true);
  expect(await answerTo({ '/proc/cmdline': 'systemd.made_up=1', ...first })).toBe(null);
  expect(await answerTo({ '/etc/kernel/cmdline': words, ...first })).toBe(null);
});

test('what is surely open is found behind what is not understood', async () => {
  const files = { '/proc/cmdline': 'systemd.made_up=1', '/boot/grub/grub.cfg': MENU('init=/bin/sh') };
  expect(await answerTo(files)).toBe(true);
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
