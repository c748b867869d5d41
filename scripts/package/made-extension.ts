import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExtensionIdentity } from '../../apps/extension/src/extension-id.ts';

/** The extension that was made for one installation of the server. */
export interface MadeExtension {
  readonly extensionIds: readonly [chromium: string, firefox: string];
  readonly identity: ExtensionIdentity;
}

/**
 * Reads what `vestibule extension` wrote down of the extension it made.
 * @param given its file; undefined: where it stands next to the server's key, if it is there
 * @returns null when there is none, a sentence when it cannot be read
 */
export function readMadeExtension(
  given: string | undefined,
  serverKey: string | undefined,
): MadeExtension | null | string {
  const file = given ?? join(dirname(serverKey ?? ''), 'extension/extension.json');
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && given === undefined ? null : `${file} cannot be read.`;
  }
  return parse(content) ?? `${file} is damaged, or of an older version. Run "vestibule extension" again.`;
}

function parse(content: string): MadeExtension | null {
  let record: { readonly extensionIds?: unknown; readonly chromiumKey?: unknown };
  try {
    record = JSON.parse(content) as typeof record;
  } catch {
    return null;
  }
  const { extensionIds: ids, chromiumKey } = record;
  const [chromiumId, firefoxId] = Array.isArray(ids) ? (ids as readonly unknown[]) : [];
  if (typeof chromiumKey !== 'string' || typeof chromiumId !== 'string' || typeof firefoxId !== 'string') return null;
  if (chromiumIdOf(chromiumKey) !== chromiumId) return null;
  return { extensionIds: [chromiumId, firefoxId], identity: { chromiumKey, firefoxId } };
}

/** First 32 hex digits of the SHA-256 of the key, written with the letters a to p. */
function chromiumIdOf(key: string): string {
  const digits = createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 32);
  return digits.replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
}
