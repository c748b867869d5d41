import { describe, expect, test } from 'vitest';
import { browserPrograms } from './browser-programs.ts';
import { chooseOpenings } from './choose-opening.ts';

const address = 'https://gate.example.com/online/session-status';
const chrome = { program: '/usr/bin/google-chrome', isUsed: false };
const chromium = { program: '/usr/bin/chromium', isUsed: true };

describe('what is started to show an address', () => {
  test('is an app window of the browser that the person uses, then of another, then a tab of the system’s choice', () => {
    expect(chooseOpenings('linux', [chrome, chromium], { address, profile: null })).toEqual([
      { program: '/usr/bin/chromium', arguments: [`--app=${address}`] },
      { program: '/usr/bin/google-chrome', arguments: [`--app=${address}`] },
      { program: '/usr/bin/xdg-open', arguments: [address], isSystemsOwn: true },
    ]);
  });

  test.each([
    ['linux', '/usr/bin/xdg-open', [address]],
    ['macos', '/usr/bin/open', [address]],
    ['windows', String.raw`C:\Windows\System32\rundll32.exe`, ['url.dll,FileProtocolHandler', address]],
  ] as const)('on %s without such a browser, is the system’s own way alone', (system, program, words) => {
    expect(chooseOpenings(system, [], { address, profile: null })).toEqual([
      { program, arguments: words, isSystemsOwn: true },
    ]);
  });

  test('[S7.073] for the secure browser has a profile of its own, and is never a tab among others', () => {
    const profile = '/home/nadia/.local/share/workplace/secure-browser';
    expect(chooseOpenings('linux', [chromium], { address, profile })).toEqual([
      {
        program: '/usr/bin/chromium',
        arguments: [`--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check', `--app=${address}`],
      },
    ]);
    expect(chooseOpenings('windows', [], { address, profile })).toEqual([]);
  });
});

describe('where browsers are looked for', () => {
  test('on Windows, in the folders of programs and the person’s own', () => {
    const [first] = browserPrograms('windows', { LOCALAPPDATA: String.raw`C:\Users\nadia\AppData\Local` }, '');
    expect(first).toEqual({
      browser: 'Google Chrome',
      programs: [
        String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
        String.raw`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
        String.raw`C:\Users\nadia\AppData\Local\Google\Chrome\Application\chrome.exe`,
      ],
    });
  });

  test('on macOS, among everyone’s applications and the person’s own', () => {
    const edge = browserPrograms('macos', {}, '/Users/nadia').find(({ browser }) => browser === 'Microsoft Edge');
    expect(edge?.programs).toEqual([
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      '/Users/nadia/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ]);
  });

  test('in no folder of PATH, which anyone may change', () => {
    const programs = browserPrograms('linux', { PATH: '/tmp/evil' }, '/home/nadia').flatMap((found) => found.programs);
    expect(programs.every((program) => /^\/(?:usr\/bin|opt\/google|snap\/bin)\//.test(program))).toBe(true);
  });
});
