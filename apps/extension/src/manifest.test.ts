import { expect, test } from 'vitest';
import { EXTENSION_ID, EXTENSION_PUBLIC_KEY } from './extension-id.ts';
import { createManifest, ICONS, matchPatterns, refuseOrigins } from './manifest.ts';

const options = { version: '3.6.0', origins: ['https://portal.example'], isDemo: false } as const;

test('the id belongs to the public key', async () => {
  const key = Uint8Array.from(atob(EXTENSION_PUBLIC_KEY), (character) => character.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', key));
  const digits = [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  expect(digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))).toBe(EXTENSION_ID);
});

test('the extension asks for native messaging, on Chromium for the pages of the portal, and for nothing else', () => {
  const chromium = createManifest({ ...options, browser: 'chromium' });
  expect(chromium['permissions']).toEqual(['nativeMessaging', 'scripting']);
  expect(chromium['host_permissions']).toEqual(['https://portal.example/*']);
  const firefox = createManifest({ ...options, browser: 'firefox' });
  expect(firefox['permissions']).toEqual(['nativeMessaging']);
  expect(firefox).not.toHaveProperty('host_permissions');
  for (const manifest of [chromium, firefox]) expect(manifest).not.toHaveProperty('web_accessible_resources');
});

test('each browser gets what it understands', () => {
  const chromium = createManifest({ ...options, browser: 'chromium' });
  expect(chromium).toMatchObject({ externally_connectable: { matches: ['https://portal.example/*'] } });
  expect(chromium).toHaveProperty('key');
  const firefox = createManifest({ ...options, browser: 'firefox' });
  expect(firefox).toMatchObject({ background: { scripts: ['worker.js'] } });
  expect(firefox).not.toHaveProperty('externally_connectable');
});

test('the doorway stands for the extension in both browsers', () => {
  for (const browser of ['chromium', 'firefox'] as const) {
    expect(createManifest({ ...options, browser, icons: ICONS })).toMatchObject({ icons: { 16: 'icons/16.png' } });
    expect(createManifest({ ...options, browser })).not.toHaveProperty('icons');
  }
});

test('match patterns hold no port and stand once', () => {
  expect(matchPatterns(['http://localhost:4000', 'http://localhost:4001', 'https://portal.example:8443'])).toEqual([
    'http://localhost/*',
    'https://portal.example/*',
  ]);
});

test.each([
  [[], false],
  [['http://localhost:4000'], false],
  [['https://portal.example/'], false],
  [['https://portal.example/device-check'], true],
  [['*'], true],
])('%j with demo %s cannot be built in', (origins, isDemo) => {
  expect(refuseOrigins(origins, isDemo)).toMatch(/\.$/);
});

test('portals with TLS always, without it in the demo build only', () => {
  expect(refuseOrigins(['https://portal.example'], false)).toBeNull();
  expect(refuseOrigins(['http://localhost:4000'], true)).toBeNull();
});

test('an extension of one installation has the ids of that installation', () => {
  const identity = { chromiumKey: 'MIIB', firefoxId: 'workplace@gate.example' };
  const of = (browser: 'chromium' | 'firefox') =>
    createManifest({ browser, version: '3.6.0', origins: ['https://gate.example'], isDemo: false, identity });
  expect(of('chromium')).toMatchObject({ key: 'MIIB' });
  expect(of('firefox')).toMatchObject({ browser_specific_settings: { gecko: { id: 'workplace@gate.example' } } });
});
