import { createHash, type KeyObject } from 'node:crypto';
import { type Files, zipFiles } from './archive.ts';
import { chromiumIdOf, packCrx3, publicKeyBytes } from './crx3.ts';
import { type Browser, fillTemplate, type Filling, type Template } from './fill-template.ts';
import { configurationProfile } from './policies/configuration-profile.ts';
import type { ExtensionFacts } from './policies/facts.ts';
import { firefoxPolicies, googleAdminPolicy, intuneSettings, linuxPolicy } from './policies/json-policies.ts';
import { chromiumRegistry, firefoxRegistry } from './policies/windows-registry.ts';
import { EXTENSION_PATH, type PublishedFile } from './published.ts';
import { type ExtensionRecord, nextVersion } from './record.ts';
import { updateManifest } from './update-manifest.ts';

export interface KitInput {
  readonly templates: Readonly<Record<Browser, Template>>;
  /** Exact origins of the portals; browsers fetch updates from the first. */
  readonly origins: readonly [string, ...string[]];
  readonly key: KeyObject;
  /** What was published last. */
  readonly last: ExtensionRecord | null;
}

export interface Kit {
  readonly record: ExtensionRecord;
  readonly facts: ExtensionFacts;
  /** For the administrator: everything, by its path. */
  readonly files: Files;
  /** For the server, which hands it out. */
  readonly published: ReadonlyMap<PublishedFile, Uint8Array>;
}

/** Makes all that an administrator needs to bring the extension to computers. The same input gives the same bytes. */
export function makeKit({ templates, origins, key, last }: KitInput): Kit {
  const [origin] = origins;
  const address = `${origin}${EXTENSION_PATH}`;
  const { hostname } = new URL(origin);
  const facts: ExtensionFacts = {
    chromiumId: chromiumIdOf(key),
    firefoxId: firefoxIdOf(hostname),
    updateUrl: `${address}/updates.xml`,
    xpiUrl: `${address}/workplace.xpi`,
    hostName: hostname,
  };
  const contentHash = hashOf(templates, [...origins, facts.chromiumId, facts.firefoxId]);
  const version = nextVersion(last, templates.chromium.manifest.version, contentHash);
  const common = { origins, version, firefoxId: facts.firefoxId };
  const fill = (browser: Browser, more: Partial<Filling> = {}) =>
    fillTemplate(templates[browser], { ...common, ...more });

  const chromiumKey = publicKeyBytes(key).toString('base64');
  const firefox = fill('firefox');
  const crx = packCrx3(zipFiles(fill('chromium', { updateUrl: facts.updateUrl })), key);
  const updates = updateManifest({ id: facts.chromiumId, version, crxUrl: `${address}/workplace.crx` });
  const files = new Map<string, Uint8Array>([
    ...below('unpacked/chromium', fill('chromium', { key: chromiumKey })),
    ...below('unpacked/firefox', firefox),
    ['workplace.crx', crx],
    ['updates.xml', Buffer.from(updates)],
    [`store/workplace-${version}-chrome-edge.zip`, zipFiles(fill('chromium'))],
    [`store/workplace-${version}-firefox.zip`, zipFiles(firefox)],
    ['policies/windows/chrome-edge.reg', chromiumRegistry(facts)],
    ['policies/windows/firefox.reg', firefoxRegistry(facts)],
    ['policies/windows/intune.json', Buffer.from(intuneSettings(facts))],
    ['policies/macos/workplace.mobileconfig', Buffer.from(configurationProfile(facts))],
    ['policies/google/chrome-policy-api.json', Buffer.from(googleAdminPolicy(facts))],
    ['policies/linux/workplace.json', Buffer.from(linuxPolicy(facts))],
    ['policies/firefox/policies.json', Buffer.from(firefoxPolicies(facts))],
  ]);
  const record: ExtensionRecord = {
    version: 1,
    extensionIds: [facts.chromiumId, facts.firefoxId],
    chromiumKey,
    extensionVersion: version,
    contentHash,
  };
  const published = new Map<PublishedFile, Uint8Array>([
    ['workplace.crx', crx],
    ['updates.xml', Buffer.from(updates)],
  ]);
  return { record, facts, files, published };
}

/** Mozilla signs an id for one account only, so each installation has its own. At most 80 characters. */
function firefoxIdOf(hostname: string): string {
  const name = hostname.replaceAll(/[^\w.-]/g, '-');
  const isShort = name.length <= 60;
  return `workplace@${isShort ? name : createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}

function hashOf(templates: KitInput['templates'], words: readonly string[]): string {
  const hash = createHash('sha256').update(words.join('\n'));
  for (const { files } of Object.values(templates)) {
    for (const [path, content] of [...files].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
      hash.update(`\n${path} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
}

function below(folder: string, files: Files): [string, Uint8Array][] {
  return [...files].map(([path, content]) => [`${folder}/${path}`, content]);
}
