import { NATIVE_HOST_NAME } from '@vestibule/contracts';
import { type ExtensionFacts, firefoxExtensionSettings, forcedEntry } from './facts.ts';

/**
 * The number under which the entries stand in the browsers' lists. Any number counts there; the usual first ones may be
 * another person's.
 */
const NUMBER = 7301;

const CHROMIUM = ['Google\\Chrome', 'Microsoft\\Edge'] as const;

/** A file for `reg import`: Chrome and Edge. UTF-16 with its mark, as Windows writes such files itself. */
export function chromiumRegistry(facts: ExtensionFacts): Buffer {
  const keys = CHROMIUM.flatMap((browser) => {
    const key = `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\${browser}`;
    return [
      `[${key}\\ExtensionInstallForcelist]`,
      `"${NUMBER}"=${quote(forcedEntry(facts))}`,
      '',
      `[${key}\\NativeMessagingAllowlist]`,
      `"${NUMBER}"=${quote(NATIVE_HOST_NAME)}`,
      '',
    ];
  });
  return registryFile(keys);
}

/** A file for `reg import`: Firefox, whose setting is one text in JSON. It takes the place of one that is there. */
export function firefoxRegistry(facts: ExtensionFacts): Buffer {
  const json = JSON.stringify(firefoxExtensionSettings(facts));
  // A list of texts (REG_MULTI_SZ) with one text: each ends with a zero, and so does the list.
  const bytes = [...Buffer.from(`${json}\0\0`, 'utf16le')].map((byte) => byte.toString(16).padStart(2, '0'));
  return registryFile([
    `; ExtensionSettings = ${json}`,
    '[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Mozilla\\Firefox]',
    `"ExtensionSettings"=hex(7):${bytes.join(',')}`,
    '',
  ]);
}

function registryFile(lines: readonly string[]): Buffer {
  const text = ['Windows Registry Editor Version 5.00', '', ...lines].map((line) => `${line}\r\n`).join('');
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}

function quote(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
