import type { CommandResult, Outcome } from '@vestibule/checks';
import type { OperatingSystem } from '@vestibule/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findSystemProxy } from './system-proxy.ts';

const SCUTIL = `<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 169.254/16
  }
  HTTPEnable : 1
  HTTPPort : 3128
  HTTPProxy : proxy.example
  HTTPSEnable : 1
  HTTPSPort : 3129
  HTTPSProxy : secure.example
  ProxyAutoConfigEnable : 0
}`;
const REGISTRY = `
HKEY_CURRENT_USER\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings
    User Agent    REG_SZ    Mozilla/4.0 (compatible; MSIE 8.0; Win32)
    ProxyEnable    REG_DWORD    0x1
    ProxyServer    REG_SZ    proxy.example:8080
    ProxyOverride    REG_SZ    *.example;<local>
`;
const GNOME = `org.gnome.system.proxy autoconfig-url ''
org.gnome.system.proxy ignore-hosts ['localhost', '127.0.0.0/8', '::1']
org.gnome.system.proxy mode 'manual'
org.gnome.system.proxy.http host 'proxy.example'
org.gnome.system.proxy.http port 3128
org.gnome.system.proxy.https host ''
org.gnome.system.proxy.https port 0
`;

const answering =
  (stdout: string, code = 0) =>
  async (): Promise<Outcome<CommandResult>> => ({
    ok: true,
    value: { code, stdout, stderr: '' },
  });

const find = (operatingSystem: OperatingSystem, stdout: string, environment: Record<string, string> = {}) =>
  findSystemProxy({ operatingSystem, environment, run: answering(stdout) });

const LOCAL = 'localhost,127.0.0.1,[::1]';

describe('the proxy of the system’s settings', () => {
  test('on macOS, each kind with its own port', async () => {
    expect(await find('macos', SCUTIL)).toEqual({
      HTTP_PROXY: 'http://proxy.example:3128',
      HTTPS_PROXY: 'http://secure.example:3129',
      NO_PROXY: `*.local,169.254/16,${LOCAL}`,
    });
    expect(await find('macos', SCUTIL.replaceAll('Enable : 1', 'Enable : 0'))).toEqual({});
  });

  test('on Windows, one for everything or one for each kind', async () => {
    expect(await find('windows', REGISTRY)).toEqual({
      HTTP_PROXY: 'http://proxy.example:8080',
      HTTPS_PROXY: 'http://proxy.example:8080',
      NO_PROXY: `*.example,localhost,${LOCAL}`,
    });
    const split = REGISTRY.replace('proxy.example:8080', 'http=a.example:80;https=b.example:81;ftp=c.example:21');
    expect(await find('windows', split)).toMatchObject({
      HTTP_PROXY: 'http://a.example:80',
      HTTPS_PROXY: 'http://b.example:81',
    });
    expect(await find('windows', REGISTRY.replace('0x1', '0x0'))).toEqual({});
  });

  test('on GNOME, only where it is set by hand', async () => {
    expect(await find('linux', GNOME)).toEqual({
      HTTP_PROXY: 'http://proxy.example:3128',
      NO_PROXY: `localhost,127.0.0.0/8,::1,${LOCAL}`,
    });
    expect(await find('linux', GNOME.replace("'manual'", "'auto'"))).toEqual({});
  });

  test('is not asked for where the environment names one; small letters win there', async () => {
    const environment = { HTTPS_PROXY: 'http://big.example:1', https_proxy: 'http://small.example:2', no_proxy: 'a,b' };
    const run = async () => Promise.reject(new Error('The settings were asked.'));
    expect(await findSystemProxy({ operatingSystem: 'macos', environment, run })).toEqual({
      HTTPS_PROXY: 'http://small.example:2',
      NO_PROXY: `a,b,${LOCAL}`,
    });
    expect(await find('linux', '', { ALL_PROXY: 'http://all.example:3' })).toMatchObject({
      HTTP_PROXY: 'http://all.example:3',
      HTTPS_PROXY: 'http://all.example:3',
    });
  });

  test('is none where there is no tool, no answer, or an address that is none', async () => {
    const missing = async () => ({ ok: false, reason: 'tool-missing', detail: '' }) as const;
    expect(await findSystemProxy({ operatingSystem: 'linux', environment: {}, run: missing })).toEqual({});
    expect(await findSystemProxy({ operatingSystem: 'windows', environment: {}, run: answering(REGISTRY, 1) })).toEqual(
      {},
    );
    expect(await find('linux', '', { HTTPS_PROXY: 'socks5://proxy.example:1080' })).toEqual({});
    expect(await find('windows', REGISTRY.replace('proxy.example:8080', 'http://'))).toEqual({});
  });

  test('never comes from mangled text as anything but an address, and nothing throws', async () => {
    const systems = fc.constantFrom<OperatingSystem>('windows', 'macos', 'linux');
    const samples = fc.constantFrom(SCUTIL, REGISTRY, GNOME);
    await fc.assert(
      fc.asyncProperty(systems, samples, fc.nat(400), fc.string(), async (system, sample, at, noise) => {
        const found = await find(system, `${sample.slice(0, at)}${noise}${sample.slice(at + noise.length)}`);
        for (const address of [found.HTTP_PROXY, found.HTTPS_PROXY]) {
          if (address !== undefined) expect(new URL(address).protocol).toMatch(/^https?:$/);
        }
      }),
      { numRuns: 100 },
    );
  });
});
