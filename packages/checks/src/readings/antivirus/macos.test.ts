import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from '../../check-definitions.ts';
import { CHECK_FIXES } from '../../check-fixes.ts';
import { judgeReading } from '../../judge-reading.ts';
import { createFakeMac, type FakeMacOptions } from '../../macos/fake-mac.ts';
import { readSample } from '../../samples.ts';
import { macosAntivirus } from './macos.ts';
import { parseSystemExtensions } from './system-extensions.ts';
import { parseInstallHistory, parseXprotectVersion } from './xprotect.ts';

const TYPES = ['AntiVirusInstalled', 'AntiVirusRealtimeProtection', 'AntiVirusSignaturesUpToDate'] as const;
const now = new Date('2026-09-25T00:00:00Z');
const BUNDLE = '/Library/Apple/System/Library/CoreServices/XProtect.bundle/Contents/Info.plist';
const UPDATES = '/Library/Preferences/com.apple.SoftwareUpdate.plist';
const dataOff = '<plist version="1.0"><dict><key>ConfigDataInstall</key><false/></dict></plist>';
const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const ps = (...paths: string[]) => ({
  ps: ['/sbin/launchd', ...paths].map((path, index) => `${index + 1} ${path}`).join('\n'),
});
const extensions = (name: string) => ({ systemextensionsctl: sample(`extensions-${name}.txt`) });
const plain = { ...ps(), ...extensions('none') };
const xprotect = {
  'xprotect version': sample('xprotect-version.txt'),
  'xprotect status': sample('xprotect-status-on.txt'),
};
const FALCON =
  '/Library/SystemExtensions/0/com.crowdstrike.falcon.Agent.systemextension/Contents/MacOS/com.crowdstrike.falcon.Agent';

async function read(options: FakeMacOptions, parameters: unknown = {}) {
  const reading = await macosAntivirus.read(createFakeMac(options));
  return TYPES.map((type) => {
    const context = { operatingSystem: 'macos', now } as const;
    return judgeReading(CHECK_DEFINITIONS[type], reading, parameters, context).state;
  });
}

describe('XProtect', () => {
  test.each([
    ['current', xprotect, false, ['passed', 'passed', 'passed']],
    [
      'old',
      { ...xprotect, 'xprotect version': sample('xprotect-version-old.txt') },
      false,
      ['passed', 'passed', 'failed'],
    ],
    [
      'from the future',
      { ...xprotect, 'xprotect version': sample('xprotect-version.txt').replace('2026', '2036') },
      false,
      ['passed', 'passed', 'unknown'],
    ],
    [
      'called off to an ordinary person',
      { ...xprotect, 'xprotect status': sample('xprotect-status-off.txt') },
      false,
      ['passed', 'unknown', 'passed'],
    ],
    [
      'called off to an administrator',
      { ...xprotect, 'xprotect status': sample('xprotect-status-off.txt') },
      true,
      ['passed', 'failed', 'passed'],
    ],
    [
      'silent',
      { 'xprotect version': 'unknown option', 'xprotect status': { code: 64 } },
      false,
      ['passed', 'unknown', 'unknown'],
    ],
  ])('%s', async (_, commands, isElevated, expected) => {
    expect(await read({ isElevated, commands: { ...plain, ...commands } })).toEqual(expected);
  });

  test('without system data files grows old, whatever its date', async () => {
    const lists = { [UPDATES]: dataOff };
    expect(await read({ lists, commands: { ...plain, ...xprotect } })).toEqual(['passed', 'passed', 'failed']);
  });

  test('up to macOS 14 is known by its bundle, the installations and Gatekeeper', async () => {
    const lists = { [BUNDLE]: sample('xprotect-bundle-14.plist') };
    const old = { ...plain, 'system_profiler SPInstallHistoryDataType': sample('install-history-14.json') };
    const enabled = { ...old, spctl: 'assessments enabled\n' };
    expect(await read({ lists, commands: enabled })).toEqual(['passed', 'passed', 'passed']);
    const disabled = { ...old, spctl: 'assessments disabled\n' };
    expect(await read({ lists, commands: disabled })).toEqual(['passed', 'unknown', 'passed']);
    expect(await read({ lists, commands: plain })).toEqual(['passed', 'unknown', 'unknown']);
    expect(await read({ commands: plain })).toEqual(['failed', 'failed', 'failed']);
  });

  test('has weeks where others have days, and policy sets both', async () => {
    const commands = { ...plain, ...xprotect };
    expect(await read({ commands }, { maximumXprotectAgeDays: 3 })).toEqual(['passed', 'passed', 'failed']);
    expect(await read({ commands }, { maximumAgeDays: 1 })).toEqual(['passed', 'passed', 'passed']);
  });

  test('does not count where policy asks for another', async () => {
    const commands = { ...plain, ...xprotect };
    expect(await read({ commands }, { products: ['crowdstrike'] })).toEqual(['failed', 'failed', 'failed']);
  });
});

describe('other products', () => {
  const falcon = { products: ['crowdstrike'] };
  test.each([
    ['falcon', [FALCON], ['passed', 'passed', 'unknown']],
    ['falcon-updated', [FALCON], ['passed', 'passed', 'unknown']],
    ['falcon-waiting', ['/Applications/Falcon.app/Contents/Resources/falcond'], ['passed', 'failed', 'unknown']],
    ['falcon-waiting', [], ['passed', 'failed', 'unknown']],
    ['falcon', [], ['passed', 'failed', 'unknown']],
    ['falcon-leaving', [], ['failed', 'failed', 'failed']],
    ['falcon-as-network-only', [FALCON], ['passed', 'unknown', 'unknown']],
    ['other-makers', [], ['failed', 'failed', 'failed']],
    ['cut', [FALCON], ['unknown', 'unknown', 'unknown']],
  ])('extensions %s, running %j', async (name, running, expected) => {
    expect(await read({ commands: { ...ps(...running), ...extensions(name), ...xprotect } }, falcon)).toEqual(expected);
  });

  test('a daemon that watches without an extension counts while it runs', async () => {
    const commands = {
      ...ps('/Library/Sentinel/sentinel-agent.bundle/Contents/MacOS/sentineld'),
      ...extensions('none'),
    };
    expect(await read({ commands })).toEqual(['passed', 'passed', 'unknown']);
  });

  test('a program that is only named like one is not one', async () => {
    expect(await read({ commands: { ...ps('/opt/sentineld/helper'), ...extensions('none') } })).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
  });

  test.each([
    ['mdatp-health', ['passed', 'passed', 'passed']],
    ['mdatp-health-not-licensed', ['passed', 'failed', 'failed']],
  ])('Microsoft Defender speaks for itself: %s', async (name, expected) => {
    const commands = { ...plain, ...xprotect, mdatp: sample(`${name}.json`) };
    expect(await read({ commands }, { products: ['defender'] })).toEqual(expected);
  });

  test('Microsoft Defender that does not answer leaves nothing known', async () => {
    const commands = { ...plain, mdatp: { code: 1, stderr: 'could not connect to the daemon' } };
    expect(await read({ commands })).toEqual(['unknown', 'unknown', 'unknown']);
  });
});

test('a computer that answers nothing is unknown', async () => {
  expect(await read({})).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await read({ commands: { ...extensions('none'), ps: '412 /usr/sbin/cfprefsd\n' } })).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ]);
});

describe('the fix of old definitions', () => {
  const fix = CHECK_FIXES.find(
    ({ type, operatingSystem }) => type === 'AntiVirusSignaturesUpToDate' && operatingSystem === 'macos',
  );

  test('turns system data files on and fetches them', async () => {
    const mac = createFakeMac({
      isElevated: true,
      lists: { [UPDATES]: dataOff },
      commands: { defaults: '', 'xprotect update': '' },
    });
    expect(await fix?.apply(mac, {})).toEqual({
      ok: true,
      value: {
        undo: 'To take it back, run as an administrator: defaults write /Library/Preferences/com.apple.SoftwareUpdate ConfigDataInstall -bool false',
      },
    });
    expect(mac.ran).toContain(
      'defaults write /Library/Preferences/com.apple.SoftwareUpdate ConfigDataInstall -bool true',
    );
    expect(mac.ran.at(-1)).toBe('xprotect update');
  });

  test('asks Software Update where there is no tool of its own, and has nothing to take back', async () => {
    const mac = createFakeMac({ isElevated: true, commands: { 'softwareupdate --background': '' } });
    expect(await fix?.apply(mac, {})).toEqual({ ok: true, value: { undo: 'Newer definitions are not taken back.' } });
    expect(mac.ran.at(-1)).toBe('softwareupdate --background');
  });

  test('leaves alone what a profile holds', async () => {
    const mac = createFakeMac({
      isElevated: true,
      profiles: { 'com.apple.SoftwareUpdate': dataOff },
      commands: { defaults: '', xprotect: '' },
    });
    expect(await fix?.apply(mac, {})).toMatchObject({ ok: false, reason: 'blocked-by-policy' });
    expect(mac.ran.some((line) => /^(defaults|xprotect)/.test(line))).toBe(false);
  });

  test('is offered for XProtect and for no product of another maker', async () => {
    const context = { operatingSystem: 'macos', now } as const;
    const definition = CHECK_DEFINITIONS.AntiVirusSignaturesUpToDate;
    const judge = async (commands: FakeMacOptions['commands'], parameters = {}) =>
      judgeReading(
        definition,
        await macosAntivirus.read(createFakeMac({ commands: { ...plain, ...commands } })),
        parameters,
        context,
      );
    const old = { ...xprotect, 'xprotect version': sample('xprotect-version-old.txt') };
    expect((await judge(old)).fix).toEqual({});
    const defender = { ...xprotect, mdatp: sample('mdatp-health-not-licensed.json') };
    expect((await judge(defender, { products: ['defender'] })).fix).toBeUndefined();
  });
});

test.each([
  [sample('xprotect-version.txt'), '2026-09-18T21:53:58.000Z'],
  ['Version: 5360 Installed: 2026-09-18 21:53:58 +0200\n', '2026-09-18T19:53:58.000Z'],
  ['Version: 5360 Installed: 2026-19-18 21:53:58 +0000\n', null],
  ['Version: 5360\n', null],
  ['', null],
])('%j', (text, expected) => {
  expect(parseXprotectVersion(text)).toBe(expected);
});

test('of all installations the newest of the definitions counts', () => {
  expect(parseInstallHistory(sample('install-history-14.json'))).toBe('2026-09-18T21:53:58.000Z');
  expect(parseInstallHistory('{"SPInstallHistoryDataType":[]}')).toBeNull();
});

test('no mangled answer passes', async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      const commands = {
        ps: text,
        systemextensionsctl: text,
        mdatp: text,
        xprotect: text,
        spctl: text,
        system_profiler: text,
      };
      expect(await read({ commands, lists: { [BUNDLE]: text } })).toEqual(['unknown', 'unknown', 'unknown']);
      expect(parseSystemExtensions(text)).toBeNull();
    }),
  );
  const waiting = sample('extensions-falcon-waiting.txt');
  await fc.assert(
    fc.asyncProperty(fc.nat(waiting.length), fc.nat(30), async (at, cut) => {
      const systemextensionsctl = waiting.slice(0, at) + waiting.slice(at + cut);
      const [, realtime] = await read({ commands: { ...ps(FALCON), systemextensionsctl } });
      expect(realtime).not.toBe('passed');
    }),
  );
});
