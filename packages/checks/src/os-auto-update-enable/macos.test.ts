import { anyText } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command, SystemPort } from '../system-port.ts';
import { judgeReading } from '../judge-reading.ts';
import { createFakeMac, type FakeMac, type FakeMacOptions } from '../macos/fake-mac.ts';
import { readSample } from '../samples.ts';
import { osAutoUpdateEnable } from './definition.ts';
import { macosAutomaticUpdates } from './macos.ts';
import { macosAutomaticUpdatesFix } from './macos-fix.ts';

const DOMAIN = 'com.apple.SoftwareUpdate';
const FILE = `/Library/Preferences/${DOMAIN}.plist`;
const DECLARED = '/var/db/softwareupdate/SoftwareUpdateDDMStatePersistence.plist';
const sample = (name: string) => readSample(import.meta.dirname, name, 'macos');
const scheduled = { 'softwareupdate --schedule': sample('schedule-on.txt') };

async function judge(system: SystemPort) {
  const reading = await macosAutomaticUpdates.read(system);
  const judgement = judgeReading(
    osAutoUpdateEnable,
    reading,
    {},
    { operatingSystem: 'macos', now: new Date('2026-09-24T09:00:00Z') },
  );
  return { reading, ...judgement, managed: 'managed' in reading && reading.managed === true };
}
const read = (options: FakeMacOptions) => judge(createFakeMac({ commands: scheduled, ...options }));

test.each([
  ['healthy-26', 'passed', 'on'],
  ['booleans-on', 'passed', 'on'],
  ['check-off', 'failed', 'off'],
  ['download-off', 'failed', 'off'],
  ['install-off', 'failed', 'download-only'],
  ['security-responses-off', 'failed', 'download-only'],
  ['system-data-off', 'failed', 'download-only'],
  ['never-chosen', 'unknown', 'unknownText'],
  ['odd-value', 'unknown', 'unknownText'],
])('%s: %s', async (name, state, key) => {
  const judged = await read({ lists: { [FILE]: sample(`${name}.plist`) } });
  expect([judged.state, judged.message.key]).toEqual([state, key]);
});

test('what is off is named', async () => {
  const judged = await read({ lists: { [FILE]: sample('system-data-off.plist') } });
  expect(judged.items).toEqual([
    { label: { key: 'reason' }, value: 'System data files are not installed by themselves' },
  ]);
});

test.each([
  ['schedule-on.txt', 'passed'],
  ['schedule-off.txt', 'failed'],
  ['schedule-older-wording.txt', 'unknown'],
])('%s next to healthy settings: %s', async (name, expected) => {
  const lists = { [FILE]: sample('healthy-26.plist') };
  expect((await read({ lists, commands: { softwareupdate: sample(name) } })).state).toBe(expected);
  const onError = { softwareupdate: { stderr: sample(name) } };
  expect((await read({ lists, commands: onError })).state).toBe(expected);
});

describe('a company', () => {
  test('that turns installing off is believed over the computer, and no fix is offered', async () => {
    const lists = { [FILE]: sample('healthy-26.plist') };
    const judged = await read({ lists, profiles: { [DOMAIN]: sample('profile-install-off.plist') } });
    expect([judged.state, judged.managed]).toEqual(['failed', true]);
  });

  test('that turns everything on makes a computer pass that has it off', async () => {
    const lists = { [FILE]: sample('install-off.plist') };
    const judged = await read({ lists, profiles: { [DOMAIN]: sample('profile-on.plist') } });
    expect([judged.state, judged.managed]).toEqual(['passed', true]);
  });

  test('that manages something else leaves the fix to the person', async () => {
    const lists = { [FILE]: sample('download-off.plist') };
    const judged = await read({
      lists,
      profiles: { [DOMAIN]: sample('profile-install-off.plist').replace('<false/>', '<true/>') },
    });
    expect([judged.state, judged.managed]).toEqual(['failed', false]);
  });

  test('may have a profile for this person, which wins over one for the computer', async () => {
    const lists = {
      [FILE]: sample('healthy-26.plist'),
      [`/Library/Managed Preferences/${DOMAIN}.plist`]: sample('profile-on.plist'),
      [`/Library/Managed Preferences/nadia/${DOMAIN}.plist`]: sample('profile-install-off.plist'),
    };
    expect((await read({ lists })).state).toBe('failed');
  });

  test('may declare it always on, in a file that most may not read', async () => {
    const lists = { [FILE]: sample('install-off.plist') };
    const declared = await read({ lists: { ...lists, [DECLARED]: sample('declared-always-on.plist') } });
    expect([declared.state, declared.managed]).toEqual(['passed', true]);
    const closed = { ok: false, reason: 'access-denied', detail: '' } as const;
    expect((await read({ lists, files: { [DECLARED]: closed } })).state).toBe('failed');
  });

  test('whose profile cannot be read leaves nothing known', async () => {
    const closed = { ok: false, reason: 'access-denied', detail: '' } as const;
    const lists = { [FILE]: sample('healthy-26.plist') };
    const files = { [`/Library/Managed Preferences/${DOMAIN}.plist`]: closed };
    expect((await read({ lists, files })).reason).toBe('access-denied');
    const garbled = await read({ lists, profiles: { [DOMAIN]: 'bplist00' } });
    expect(garbled.state).toBe('unknown');
  });
});

test('a name of an account cannot lead out of the folder of profiles', async () => {
  const system = createFakeMac({
    user: { id: 501, name: '../../Users/nadia', home: '/Users/nadia' },
    lists: { [FILE]: sample('healthy-26.plist') },
    commands: scheduled,
  });
  await macosAutomaticUpdates.read(system);
  expect(system.ran.some((line) => line.includes('..'))).toBe(false);
});

/** A Mac on which `defaults` and `softwareupdate` change what is read afterwards. */
function changeable(before: string): FakeMac {
  let isScheduled = false;
  const write = ({ arguments: [, domain = '', key = ''] }: Command) => {
    const path = `${domain}.plist`;
    const list = (mac.lists.get(path) ?? '').replace(
      new RegExp(`<key>${key}</key>\\s*<(?:integer>\\d</integer|\\w+/)>`),
      '',
    );
    mac.lists.set(path, list.replace('<dict>', `<dict><key>${key}</key><true/>`));
    return '';
  };
  const mac = createFakeMac({
    isElevated: true,
    lists: { [FILE]: before },
    commands: {
      'defaults write': write,
      'softwareupdate --schedule': () => sample(isScheduled ? 'schedule-on.txt' : 'schedule-off.txt'),
      'softwareupdate --schedule on': () => {
        isScheduled = true;
        return sample('schedule-on.txt');
      },
    },
  });
  return mac;
}

describe('the fix', () => {
  test('turns on what is off, leaves the rest, and says how to take it back', async () => {
    const mac = changeable(
      sample('never-chosen.plist').replace('<dict>', '<dict><key>AutomaticDownload</key><false/>'),
    );
    expect((await judge(mac)).state).toBe('failed');
    const fixed = await macosAutomaticUpdatesFix.apply(mac, {});
    expect((await judge(mac)).state).toBe('passed');
    expect(fixed).toEqual({
      ok: true,
      value: {
        undo:
          'To take it back, run as an administrator: ' +
          'defaults write /Library/Preferences/com.apple.SoftwareUpdate AutomaticDownload -bool false; ' +
          'defaults delete /Library/Preferences/com.apple.SoftwareUpdate AutomaticallyInstallMacOSUpdates; ' +
          'softwareupdate --schedule off',
      },
    });
    expect(mac.ran.filter((line) => line.startsWith('defaults write'))).toHaveLength(2);
    const again = await macosAutomaticUpdatesFix.apply(mac, {});
    expect(again).toMatchObject({ value: { undo: expect.stringContaining('nothing to take back') } });
  });

  test('changes nothing that the company manages', async () => {
    const mac = createFakeMac({
      isElevated: true,
      lists: { [FILE]: sample('healthy-26.plist') },
      profiles: { [DOMAIN]: sample('profile-install-off.plist') },
      commands: { ...scheduled, defaults: '' },
    });
    expect(await macosAutomaticUpdatesFix.apply(mac, {})).toMatchObject({ reason: 'blocked-by-policy' });
    expect(mac.ran.some((line) => line.startsWith('defaults'))).toBe(false);
  });

  test('that the system refuses is said to be refused', async () => {
    const mac = createFakeMac({
      lists: { [FILE]: sample('download-off.plist') },
      commands: { ...scheduled, defaults: { code: 1, stderr: 'Could not write domain: Operation not permitted' } },
    });
    expect(await macosAutomaticUpdatesFix.apply(mac, {})).toMatchObject({ reason: 'access-denied' });
  });
});

test('no mangled answer passes', async () => {
  const healthy = sample('healthy-26.plist');
  await fc.assert(
    fc.asyncProperty(anyText(), async (text) => {
      const lists = { [FILE]: healthy };
      expect((await read({ lists: { [FILE]: text } })).state).toBe('unknown');
      expect((await read({ lists, commands: { softwareupdate: text } })).state).not.toBe('passed');
      expect((await read({ lists, profiles: { [DOMAIN]: text } })).state).toBe('unknown');
    }),
    { numRuns: 50 },
  );
  const off = sample('install-off.plist');
  await fc.assert(
    fc.asyncProperty(fc.nat(off.length), fc.nat(40), async (at, cut) => {
      const text = off.slice(0, at) + off.slice(at + cut);
      const { state } = await read({ lists: { [FILE]: text } });
      // A cut can take an answer and the next question away: then the list is whole, and says yes.
      if (state === 'passed')
        expect(text).toMatch(/<key>AutomaticallyInstallMacOSUpdates<\/key>\s*<(true\/|integer>1)/);
      expect((await read({ lists: { [FILE]: off.slice(0, at) } })).state).not.toBe('passed');
    }),
  );
});
