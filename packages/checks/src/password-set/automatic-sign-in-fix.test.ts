import { describe, expect, test } from 'vitest';
import { createFakeSystem } from '../fake-system.ts';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac } from '../macos/fake-mac.ts';
import type { SystemPort } from '../system-port.ts';
import { createWindows } from '../windows/sample-system.ts';
import { passwordSet } from './definition.ts';
import { linuxSignInSecret } from './linux.ts';
import { linuxAutomaticSignInFix } from './linux-fix.ts';
import { macosAutomaticSignInFix } from './macos-fix.ts';
import { windowsAutomaticSignInFix } from './windows-fix.ts';

describe('Linux', () => {
  const passwd = { passwd: 'nadia P 2025-05-20 0 99999 7 -1\n' };
  const stateOn = async (system: SystemPort) =>
    judgeReading(passwordSet, await linuxSignInSecret.read(system), {}, { operatingSystem: 'linux', now: new Date(0) })
      .state;

  test.each([
    [
      '/etc/gdm3/custom.conf',
      '# GDM\n[daemon]\nAutomaticLoginEnable = true\nAutomaticLogin=nadia\n\n[security]\n',
      null,
    ],
    ['/etc/gdm/custom.conf', '[daemon]\nTimedLoginEnable=True\nTimedLogin=nadia\n', null],
    // A backup next to it would be read as well.
    ['/etc/sddm.conf.d/autologin.conf', '[Autologin]\nUser=nadia\nSession=plasma\n', '/etc/sddm.conf'],
    ['/etc/sddm.conf', '[Autologin]\nUser=nadia\nSession=plasma\n', null],
    ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-guest=true\n', null],
    ['/usr/lib/sddm/sddm.conf.d/vendor.conf', '[Autologin]\nUser=nadia\n', '/etc/sddm.conf'],
    ['/etc/lightdm/lightdm.conf', '[Seat:*]\nautologin-user=nadia\n[Seat:seat1]\nautologin-user=guest\n', null],
    ['/usr/share/lightdm/lightdm.conf.d/vendor.conf', '[Seat:*]\nautologin-user=nadia\n', '/etc/lightdm/lightdm.conf'],
  ])('%s: signs in, fixed, asks; other lines stay; a second fix changes nothing', async (path, text, elsewhere) => {
    const system = createFakeSystem({ files: { [path]: text }, commands: passwd });
    expect(await stateOn(system)).toBe('failed');
    const fixed = await linuxAutomaticSignInFix.apply(system, {});
    expect(fixed).toMatchObject({ ok: true });
    expect(await stateOn(system)).toBe('passed');
    expect(system.files.get(`${path}.workplace.bak`)).toBe(elsewhere === null ? text : undefined);
    if (elsewhere !== null) expect(system.files.get(path)).toBe(text);
    for (const line of text.split('\n').filter((kept) => !/Enable|^User|autologin/i.test(kept))) {
      expect(system.files.get(path)).toContain(line);
    }
    expect(await linuxAutomaticSignInFix.apply(system, {})).toMatchObject({ ok: false, reason: 'not-supported' });
  });

  test.each([
    ['/etc/greetd/config.toml', '[initial_session]\ncommand = "sway"\nuser = "nadia"\n'],
    [
      '/etc/systemd/system/getty@tty1.service.d/override.conf',
      '[Service]\nExecStart=-/sbin/agetty --autologin nadia\n',
    ],
  ])('%s is left to the person', async (path, text) => {
    const system = createFakeSystem({ files: { [path]: text }, commands: passwd });
    expect(await linuxAutomaticSignInFix.apply(system, {})).toMatchObject({ ok: false, reason: 'not-supported' });
    expect(system.files.get(path)).toBe(text);
  });
});

test('macOS forgets the name, and the way back names it', async () => {
  const path = '/Library/Preferences/com.apple.loginwindow.plist';
  const list = (inner: string) => `<?xml version="1.0"?><plist version="1.0"><dict>${inner}</dict></plist>`;
  const lists = { [path]: list("<key>autoLoginUser</key><string>o'neil</string>") };
  const system = createFakeMac({ lists, commands: { defaults: '' } });
  expect(await macosAutomaticSignInFix.apply(system, {})).toEqual({
    ok: true,
    value: {
      undo: String.raw`To take it back, run as an administrator: defaults write /Library/Preferences/com.apple.loginwindow autoLoginUser 'o'\''neil'`,
    },
  });
  expect(system.ran.at(-1)).toBe('defaults delete /Library/Preferences/com.apple.loginwindow autoLoginUser');
  const nobody = createFakeMac({ lists: { [path]: list('') }, commands: { defaults: '' } });
  expect(await macosAutomaticSignInFix.apply(nobody, {})).toMatchObject({ ok: false, reason: 'not-supported' });
});

test('Windows asks again, in the registry that the system itself reads', async () => {
  const system = createWindows(undefined, { commands: { reg: '' } });
  const fixed = await windowsAutomaticSignInFix.apply(system, {});
  expect(system.ran).toEqual([
    String.raw`reg add HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion\Winlogon /v AutoAdminLogon /t REG_SZ /f /d 0 /reg:64`,
  ]);
  expect(fixed.ok ? fixed.value.undo : '').toContain('/d 1');
  const denied = createWindows(undefined, { commands: { reg: { code: 5 } } });
  expect(await windowsAutomaticSignInFix.apply(denied, {})).toMatchObject({ ok: false, reason: 'access-denied' });
});
