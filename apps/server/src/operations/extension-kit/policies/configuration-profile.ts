import { createHash } from 'node:crypto';
import { NATIVE_HOST_NAME } from '@vestibule/contracts';
import { escapeXml } from '../escape-xml.ts';
import { type ExtensionFacts, firefoxExtensionSettings, forcedEntry } from './facts.ts';

/** A configuration profile for macOS, for Chrome, Edge and Firefox. Not signed: device management signs what it sends. */
export function configurationProfile(facts: ExtensionFacts): string {
  const identifier = `workplace.${facts.hostName}`;
  const chromium = {
    ExtensionInstallForcelist: [forcedEntry(facts)],
    NativeMessagingAllowlist: [NATIVE_HOST_NAME],
  };
  const payload = (type: string, name: string, settings: object) => ({
    PayloadType: type,
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.${type}`,
    PayloadUUID: uuidOf(`${identifier}.${type}`),
    PayloadDisplayName: `Workplace in ${name}`,
    PayloadEnabled: true,
    ...settings,
  });
  return toPropertyList({
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: uuidOf(identifier),
    PayloadDisplayName: 'Workplace browser extension',
    PayloadDescription: `Installs the browser extension of ${facts.hostName}.`,
    PayloadScope: 'System',
    PayloadContent: [
      payload('com.google.Chrome', 'Chrome', chromium),
      payload('com.microsoft.Edge', 'Edge', chromium),
      payload('org.mozilla.firefox', 'Firefox', {
        EnterprisePoliciesEnabled: true,
        ExtensionSettings: firefoxExtensionSettings(facts),
      }),
    ],
  });
}

/** The same words give the same id, so that a profile that is sent again takes the place of the one before. */
function uuidOf(words: string): string {
  const hash = createHash('sha256').update(words).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex').toUpperCase();
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

function toPropertyList(value: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${element(value, '')}
</plist>
`;
}

/** Only what the profile holds: texts, whole numbers, yes and no, lists and groups. */
function element(value: unknown, indent: string): string {
  const inside = `${indent}  `;
  if (typeof value === 'string') return `${indent}<string>${escapeXml(value)}</string>`;
  if (typeof value === 'number') return `${indent}<integer>${value}</integer>`;
  if (typeof value === 'boolean') return `${indent}<${value}/>`;
  if (Array.isArray(value)) {
    return [`${indent}<array>`, ...value.map((item) => element(item, inside)), `${indent}</array>`].join('\n');
  }
  if (typeof value !== 'object' || value === null) throw new Error('A profile holds no such value.');
  const entries = Object.entries(value).flatMap(([name, item]) => [
    `${inside}<key>${escapeXml(name)}</key>`,
    element(item, inside),
  ]);
  return [`${indent}<dict>`, ...entries, `${indent}</dict>`].join('\n');
}
