import { describe, expect, test } from 'vitest';
import { platformOfVisitor } from './visitor-platform.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LINUX_ARM = 'Mozilla/5.0 (X11; Linux aarch64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const TABLET =
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 15000.0.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

describe('the computer a browser runs on', () => {
  test.each([
    [WINDOWS, { system: 'windows', architecture: 'x64' }],
    // Every browser on macOS says Intel.
    [MAC, { system: 'macos', architecture: null }],
    [LINUX, { system: 'linux', architecture: 'x64' }],
    [LINUX_ARM, { system: 'linux', architecture: 'arm64' }],
    [PHONE, null],
    [TABLET, null],
    [CHROMEBOOK, null],
    ['', null],
  ])('is read from the user agent %s', (agent, platform) => {
    expect(platformOfVisitor({ 'user-agent': agent })).toEqual(platform);
  });

  test('is what client hints say, where there are any', () => {
    const hints = { 'user-agent': MAC, 'sec-ch-ua-platform': '"macOS"', 'sec-ch-ua-arch': '"arm"' };
    expect(platformOfVisitor(hints)).toEqual({ system: 'macos', architecture: 'arm64' });
    expect(platformOfVisitor({ ...hints, 'sec-ch-ua-arch': '"x86"' })).toMatchObject({ architecture: 'x64' });
    expect(platformOfVisitor({ 'user-agent': LINUX, 'sec-ch-ua-platform': '"Android"' })).toBeNull();
    expect(platformOfVisitor({ 'user-agent': LINUX, 'sec-ch-ua-platform': '"Unknown"' })).toMatchObject({
      system: 'linux',
    });
  });

  test('is what the page asks for, whatever the browser says', () => {
    expect(platformOfVisitor({ 'user-agent': PHONE }, 'windows')).toMatchObject({ system: 'windows' });
  });
});
