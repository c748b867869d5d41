import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { readTemplate, type Template } from './fill-template.ts';
import { type Kit, makeKit } from './make-kit.ts';
import { EXTENSION_PATH } from './published.ts';
import { nextVersion } from './record.ts';
import { makeSigningKey } from './signing-key.ts';
import { openCrx } from './testing/open-crx.ts';
import { readPropertyList } from './testing/property-list.ts';

const GATE = 'https://gate.example.com';
const OTHER = 'https://gate.harbour.example:8443';
const UPDATES = `${GATE}/downloads/extension/updates.xml`;
const XPI = `${GATE}/downloads/extension/workplace.xpi`;
const HOST = 'com.vestibule.workplace';

const key = await makeSigningKey();
let templates: { chromium: Template; firefox: Template };
let kit: Kit;
let id: string;

beforeAll(async () => {
  const read = async (browser: string) => {
    const template = await readTemplate(join(import.meta.dirname, '../../../../../dist/extension-kit', browser));
    if (template === null) throw new Error('The extension is not built: node scripts/build.ts');
    return template;
  };
  templates = { chromium: await read('chromium'), firefox: await read('firefox') };
  kit = makeKit({ templates, origins: [GATE, OTHER], key, last: null });
  id = kit.facts.chromiumId;
});

function bytes(path: string): Buffer {
  const content = kit.files.get(path);
  if (content === undefined) throw new Error(`There is no ${path}.`);
  return Buffer.from(content);
}
const json = (path: string): unknown => JSON.parse(bytes(path).toString('utf8'));
const unzipped = (zip: Uint8Array) => new Map(Object.entries(unzipSync(zip)));
const manifestIn = (zip: Uint8Array): unknown =>
  JSON.parse(Buffer.from(unzipped(zip).get('manifest.json') ?? '').toString('utf8'));

describe('the extension', () => {
  test('answers these portals and no other: nothing is left of what stood in their place', () => {
    const matches = ['https://gate.example.com/*', 'https://gate.harbour.example/*'];
    expect(json('unpacked/chromium/manifest.json')).toMatchObject({
      externally_connectable: { matches },
      host_permissions: matches,
      content_scripts: [{ matches }],
    });
    expect(json('unpacked/firefox/manifest.json')).toMatchObject({
      content_scripts: [{ matches }],
      browser_specific_settings: { gecko: { id: 'workplace@gate.example.com' } },
    });
    const { extensionVersion } = kit.record;
    const all = new Map([
      ...kit.files,
      ...unzipped(openCrx(bytes('workplace.crx')).zip),
      ...unzipped(bytes(`store/workplace-${extensionVersion}-firefox.zip`)),
    ]);
    for (const [path, content] of all) {
      expect([path, Buffer.from(content).includes('vestibule.invalid')]).toEqual([path, false]);
    }
  });

  test('is packed elsewhere under the same ids by what is written down of it', () => {
    const { extensionIds, chromiumKey } = kit.record;
    expect(json('unpacked/chromium/manifest.json')).toMatchObject({ key: chromiumKey });
    expect(extensionIds).toEqual([id, 'workplace@gate.example.com']);
    const digits = createHash('sha256')
      .update(Buffer.from(chromiumKey ?? '', 'base64'))
      .digest('hex')
      .slice(0, 32);
    expect(digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))).toBe(id);
  });

  test.each(['chromium', 'firefox'])('lets its bridge start in exactly these portals: %s', (browser) => {
    const script = bytes(`unpacked/${browser}/bridge.js`).toString('utf8');
    const startsAt = (origin: string) => {
      const dataset: Record<string, string> = {};
      const documentElement = { dataset, setAttribute: (name: string, value: string) => (dataset[name] = value) };
      const page = {
        location: { origin },
        document: { documentElement },
        chrome: { runtime: { id, connect: () => ({}) } },
        addEventListener: () => undefined,
      };
      runInContext(script, createContext({ ...page, window: page, self: page, URL, console }));
      return Object.values(dataset).includes(id);
    };
    expect([GATE, OTHER, 'https://gate.harbour.example', 'https://gate.example.org', 'null'].map(startsAt)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('is refused where a script has no place for the address', () => {
    const files = new Map(templates.chromium.files).set('worker.js', Buffer.from('nothing();'));
    const broken = { ...templates, chromium: { ...templates.chromium, files } };
    expect(() => makeKit({ templates: broken, origins: [GATE], key, last: null })).toThrow(/worker\.js has no place/);
  });

  test('is made of the same bytes each time', () => {
    const again = makeKit({ templates, origins: [GATE, OTHER], key, last: kit.record });
    expect(again.files).toEqual(kit.files);
    expect(again.record).toEqual(kit.record);
  });
});

describe('the package for Chrome and Edge', () => {
  test('is signed by the key that makes its id', () => {
    expect(openCrx(bytes('workplace.crx'))).toMatchObject({ id, isSignatureRight: true });
  });

  test('is not right any more when one byte of it was changed', () => {
    const changed = bytes('workplace.crx');
    const last = changed.length - 1;
    changed.writeUInt8(changed.readUInt8(last) ^ 1, last);
    expect(openCrx(changed).isSignatureRight).toBe(false);
  });

  test('knows where newer ones are, and the address names it by id and version', () => {
    const manifest = manifestIn(openCrx(bytes('workplace.crx')).zip);
    expect(manifest).toMatchObject({ version: kit.record.extensionVersion, update_url: UPDATES });
    expect(manifest).not.toHaveProperty('key');
    expect(bytes('updates.xml').toString('utf8')).toContain(
      `<app appid="${id}">\n    <updatecheck codebase="${GATE}/downloads/extension/workplace.crx" version="${kit.record.extensionVersion}"/>`,
    );
  });

  test('unpacked has the same id', () => {
    const manifest = json('unpacked/chromium/manifest.json') as { key: string };
    const digits = createHash('sha256').update(Buffer.from(manifest.key, 'base64')).digest('hex').slice(0, 32);
    const letters = digits.replaceAll(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
    expect(letters).toBe(id);
    expect(manifest).not.toHaveProperty('update_url');
  });
});

test('stores get packages without a key and an address for updates, which they refuse', () => {
  const { extensionVersion } = kit.record;
  for (const browser of ['chrome-edge', 'firefox']) {
    const manifest = manifestIn(bytes(`store/workplace-${extensionVersion}-${browser}.zip`));
    expect(manifest).not.toHaveProperty('key');
    expect(manifest).not.toHaveProperty('update_url');
  }
});

describe('the version', () => {
  const last = (extensionVersion: string) => ({
    version: 1 as const,
    extensionIds: ['a', 'b'] as [string, string],
    extensionVersion,
    contentHash: 'old',
  });

  test.each([
    [null, '3.6.0', 'new', '3.6.0'],
    [last('3.6.0'), '3.6.0', 'old', '3.6.0'],
    [last('3.6.0'), '3.6.0', 'new', '3.6.0.1'],
    [last('3.6.0.9'), '3.6.0', 'new', '3.6.0.10'],
    [last('3.6.0.9'), '3.6.0', 'old', '3.6.0.9'],
    [last('3.6.0.9'), '3.7.0', 'new', '3.7.0'],
  ])('after %j, with Vestibule %s and what is %s, is %s', (before, version, hash, next) => {
    expect(nextVersion(before, version, hash)).toBe(next);
  });
});

describe('policies name the right ids and addresses', () => {
  const forced = () => `${id};${UPDATES}`;
  const firefox = { 'workplace@gate.example.com': { installation_mode: 'force_installed', install_url: XPI } };

  test('Linux, and Firefox everywhere', () => {
    expect(json('policies/linux/workplace.json')).toEqual({
      ExtensionInstallForcelist: [forced()],
      NativeMessagingAllowlist: [HOST],
    });
    expect(json('policies/firefox/policies.json')).toEqual({ policies: { ExtensionSettings: firefox } });
  });

  test('macOS: a property list with a payload for each browser', () => {
    const profile = readPropertyList(bytes('policies/macos/workplace.mobileconfig').toString('utf8'));
    const uuid = expect.stringMatching(/^[\dA-F]{8}-[\dA-F]{4}-8[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}$/) as unknown;
    const payload = (PayloadType: string) => ({ PayloadType, PayloadVersion: 1, PayloadUUID: uuid });
    const chromium = { ExtensionInstallForcelist: [forced()], NativeMessagingAllowlist: [HOST] };
    expect(profile).toMatchObject({
      ...payload('Configuration'),
      PayloadContent: [
        { ...payload('com.google.Chrome'), ...chromium },
        { ...payload('com.microsoft.Edge'), ...chromium },
        { ...payload('org.mozilla.firefox'), EnterprisePoliciesEnabled: true, ExtensionSettings: firefox },
      ],
    });
    const ids = [...JSON.stringify(profile).matchAll(/"PayloadUUID":"([^"]+)"/g)].map(([, found]) => found);
    expect(new Set(ids).size).toBe(4);
  });

  test('Windows: registry files as Windows writes them', () => {
    const read = (path: string) => {
      const content = bytes(path);
      expect([...content.subarray(0, 2)]).toEqual([0xff, 0xfe]);
      const lines = content.subarray(2).toString('utf16le').split('\r\n');
      expect(lines[0]).toBe('Windows Registry Editor Version 5.00');
      const syntax = /^(?:|;.*|\[HKEY_LOCAL_MACHINE\\[^\]]+\]|"[^"]+"=(?:"(?:[^"\\]|\\.)*"|hex\(7\):[\da-f,]+))$/;
      for (const line of lines.slice(1)) expect(line).toMatch(syntax);
      return lines;
    };
    const chromium = read('policies/windows/chrome-edge.reg');
    for (const browser of ['Google\\Chrome', 'Microsoft\\Edge']) {
      const at = chromium.indexOf(`[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${browser}\\ExtensionInstallForcelist]`);
      expect(chromium[at + 1]).toBe(`"7301"="${forced()}"`);
      expect(chromium).toContain(`[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${browser}\\NativeMessagingAllowlist]`);
    }
    const value = read('policies/windows/firefox.reg').find((line) => line.startsWith('"ExtensionSettings"=hex(7):'));
    const digits = (value ?? '').split(':')[1]?.split(',').join('') ?? '';
    const [text = '', ...ends] = Buffer.from(digits, 'hex').toString('utf16le').split('\0');
    expect([JSON.parse(text), ends]).toEqual([firefox, ['', '']]);
  });

  test('Intune: settings whose values are XML', () => {
    const { settings } = json('policies/windows/intune.json') as { settings: { omaUri: string; value: string }[] };
    expect(settings.map(({ omaUri }) => omaUri.split('/').slice(-2).join('/'))).toEqual([
      'Chrome~Policy~googlechrome~Extensions/ExtensionInstallForcelist',
      'Edge~Policy~microsoft_edge~Extensions/ExtensionInstallForcelist',
      'Firefox~Policy~firefox~Extensions/ExtensionSettings',
    ]);
    const valueIn = (value: string) => /^<enabled\/><data id="\w+" value=(["'])(.+)\1\/>$/.exec(value)?.[2];
    expect(settings.map(({ value }) => valueIn(value))).toEqual([
      `1&#xF000;${forced()}`,
      `1&#xF000;${forced()}`,
      JSON.stringify(firefox),
    ]);
  });

  test('Google: a body of the Chrome Policy API', () => {
    const { requests } = json('policies/google/chrome-policy-api.json') as {
      requests: { policyTargetKey: object; policyValue: { value: object }; updateMask: string }[];
    };
    expect(requests.map(({ policyValue }) => policyValue.value)).toEqual([
      { appInstallType: 'FORCED' },
      { installationUrl: UPDATES },
      { overrideInstallationUrl: true },
    ]);
    for (const { policyTargetKey, policyValue, updateMask } of requests) {
      expect(policyTargetKey).toMatchObject({ additionalTargetKeys: { app_id: `chrome:${id}` } });
      expect(updateMask).toBe(Object.keys(policyValue.value).join(','));
    }
  });
});

test('the page on software distribution knows every file and address', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/software-distribution.md'), 'utf8');
  const policies = [...kit.files.keys()].filter((path) => path.startsWith('policies/'));
  expect(policies.filter((path) => !page.includes(path) && !page.includes(path.split('/').at(-1) ?? ''))).toEqual([]);
  for (const text of [EXTENSION_PATH, HOST, '7301', 'extension/signing-key.pem']) expect(page).toContain(text);
});
