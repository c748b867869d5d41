// @vitest-environment jsdom
import { type FakePorts, unreachable } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answered } from '@vestibule/flows/testing';
import { chooseMode, createPorts, openPage } from '../../testing/open-page.tsx';

/** What this browser says of itself decides, on the page itself, while the server's list cannot be had. */

const chromium = (platform: string, more = '') =>
  `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36${more}`;
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X ${version}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`;
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const WINDOWS = 'Windows NT 10.0; Win64; x64';
const AGENTS = {
  'Chrome on Windows 10': chromium(WINDOWS),
  'Edge on Windows 10': chromium(WINDOWS, ' Edg/143.0.0.0'),
  'Firefox on Windows 10': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Opera on Windows 10': chromium(WINDOWS, ' OPR/127.0.0.0'),
  'Chrome on Windows 8.1': chromium('Windows NT 6.3; Win64; x64'),
  'Chrome on a Mac': chromium(MAC),
  'Edge on a Mac': chromium(MAC, ' Edg/143.0.0.0'),
  'Safari on a Mac': safari('10_15_7'),
  'Safari on macOS 10.14': safari('10_14_6'),
  'Chrome on macOS 10.14': chromium('Macintosh; Intel Mac OS X 10_14_6'),
  'Firefox on a Mac': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Chrome on Android': chromium('Linux; Android 14; Pixel 8', '').replace(
    'Chrome/143.0.0.0',
    'Chrome/143.0.0.0 Mobile',
  ),
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
} as const;

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  ports.onCall('supportedVersions', () => unreachable);
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgentData');
});

/** What Chromium tells where it is asked: the version that its user agent keeps to itself. */
function hint(platform: string, platformVersion: string): void {
  Object.defineProperty(navigator, 'userAgentData', {
    configurable: true,
    value: {
      brands: [{ brand: 'Google Chrome', version: '143' }],
      mobile: false,
      platform,
      getHighEntropyValues: async () => ({ platformVersion }),
    },
  });
}

/** Whether the home page begins the check, or leads to the compatibility page. */
async function isLetIn(agent: keyof typeof AGENTS): Promise<boolean> {
  openPage('/', { ports, userAgent: AGENTS[agent] });
  const asksClient = () => ports.messages.some(({ type }) => type === 'get-device-name');
  await expect.poll(() => asksClient() || ports.visited.length > 0).toBe(true);
  expect(ports.visited).toEqual(asksClient() ? [] : ['/compatibility']);
  return asksClient();
}

describe('home, without a list of the server', () => {
  test.each(['Chrome on a Mac', 'Chrome on Windows 10'] as const)('[S1.003] begins to check %s', async (agent) => {
    expect(await isLetIn(agent)).toBe(true);
  });

  test.each([
    ['Chrome on a Mac', true],
    ['Edge on a Mac', true],
    ['Safari on a Mac', true],
    ['Firefox on a Mac', false],
  ] as const)('[S5.002] %s: %s', async (agent, isIn) => {
    expect(await isLetIn(agent)).toBe(isIn);
  });

  test.each([
    ['Safari on macOS 10.14', false],
    ['Chrome on macOS 10.14', false],
    ['Safari on a Mac', true],
  ] as const)('[S5.001, S9.047] macOS has to be 10.15 or newer: %s: %s', async (agent, isIn) => {
    expect(await isLetIn(agent)).toBe(isIn);
  });

  test.each([
    ['Chrome on a Mac', true],
    ['Edge on a Mac', true],
    ['Safari on a Mac', false],
  ] as const)('[S5.003] in a containerised session %s: %s', async (agent, isIn) => {
    ports.onCall('onlineSettings', () =>
      answered({ sessionType: 'Containerised', features: [], managedDeviceService: null }),
    );
    expect(await isLetIn(agent)).toBe(isIn);
  });

  test.each([
    ['Chrome on Windows 10', true],
    ['Edge on Windows 10', true],
    ['Firefox on Windows 10', false],
    ['Opera on Windows 10', false],
  ] as const)('[S5.005] %s: %s', async (agent, isIn) => {
    expect(await isLetIn(agent)).toBe(isIn);
  });

  test.each([
    ['Chrome on Windows 8.1', false],
    ['Chrome on Windows 10', true],
  ] as const)('[S5.004, S9.048] Windows NT has to be 10 or newer: %s: %s', async (agent, isIn) => {
    expect(await isLetIn(agent)).toBe(isIn);
  });

  test.each(['Chrome on Android', 'Safari on an iPhone'] as const)('[S5.006] refuses %s', async (agent) => {
    expect(await isLetIn(agent)).toBe(false);
  });

  test.each([
    ['12.7.6', 'frontline', true],
    ['12.7.6', 'install', false],
    ['13.7.0', 'install', true],
    ['11.7.10', 'frontline', false],
  ])('[S5.007, S5.008] macOS %s in mode %s: %s', async (version, mode, isIn) => {
    chooseMode(ports, mode);
    hint('macOS', version);
    expect(await isLetIn('Chrome on a Mac')).toBe(isIn);
  });
});

describe('the compatibility page, without a list of the server,', () => {
  const listed = (name: string) => screen.findByText((text) => text.replaceAll('\u00A0', ' ').includes(name));

  test.each([
    ['frontline', 'Sequoia 15, Sonoma 14, Ventura 13, Monterey 12'],
    ['install', 'Sequoia 15, Sonoma 14, Ventura 13'],
  ])('[S5.007, S5.008] in mode %s lists for a Mac %s', async (mode, names) => {
    chooseMode(ports, mode);
    openPage('/compatibility', { ports, userAgent: AGENTS['Firefox on a Mac'] });
    const entry = await listed('Ventura 13');
    expect(entry.textContent.replaceAll('\u00A0', ' ')).toBe(names);
  });

  test('[S5.009] lists Windows 10 and Windows 11', async () => {
    openPage('/compatibility', { ports, userAgent: AGENTS['Firefox on Windows 10'] });
    const entry = await listed('Windows 11');
    expect(entry.textContent.replaceAll('\u00A0', ' ')).toBe('Windows 11, Windows 10');
  });
});
