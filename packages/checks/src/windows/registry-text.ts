/** Keys by their full path in lower case, each with its values by name in lower case. */
export type RegistryText = ReadonlyMap<string, ReadonlyMap<string, string | number>>;

/**
 * Reads what `reg query` prints: a line for a key, and below it, indented, name, type and value. Types are the same in
 * every language. Values of other types than texts and numbers are left out.
 */
export function parseRegistryText(text: string): RegistryText {
  const keys = new Map<string, Map<string, string | number>>();
  let values: Map<string, string | number> | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (/^HKEY_[A-Z_]+(\\|$)/.test(line)) {
      values = new Map();
      keys.set(line.trim().toLowerCase(), values);
      continue;
    }
    const [, name, type, content = ''] = /^ {4}(.+?) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    const value = valueOf(type, content);
    if (value !== null) values?.set(name.toLowerCase(), value);
  }
  return keys;
}

function valueOf(type: string, content: string): string | number | null {
  if (type === 'REG_SZ' || type === 'REG_EXPAND_SZ') return content;
  return type === 'REG_DWORD' && /^0x[0-9a-f]{1,8}$/i.test(content) ? Number.parseInt(content, 16) : null;
}
