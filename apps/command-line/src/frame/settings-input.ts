import { misuse } from './failure.ts';
import { readTextFile } from './files.ts';
import { refuseTooDeep } from './json-depth.ts';

/**
 * Reads `NAME=VALUE` from a command line. The value is JSON where it reads as JSON, else a text; `@FILE` takes it from a
 * file. `group.name=value` changes one value within a group.
 * @param current the settings as they hold, which the rest of such a group is taken from
 */
export async function readSettings(
  pairs: readonly string[],
  current: () => Promise<Readonly<Record<string, unknown>>>,
): Promise<Record<string, unknown>> {
  const set: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw misuse(`${pair} is no setting with its value. Write it as NAME=VALUE.`);
    const path = pair.slice(0, at).split('.');
    // Every object has these, so that they would change nothing that is sent, without a word.
    const inherited = path.find((part) => part in Object.prototype);
    if (inherited !== undefined) throw misuse(`${path.join('.')}: no setting is called ${inherited}.`);
    const value = await readValue(pair.slice(at + 1));
    refuseTooDeep(value, path.join('.'));
    const [name = '', ...rest] = path;
    if (rest.length === 0) set[name] = value;
    else set[name] = place(set[name] ?? (await current())[name], rest, value, path.join('.'));
  }
  return set;
}

async function readValue(text: string): Promise<unknown> {
  if (text.startsWith('@')) {
    const content = await readTextFile(text.slice(1));
    return text.endsWith('.json') ? readJson(content) : content;
  }
  return readJson(text);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function place(
  group: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
  path: string,
): Record<string, unknown> {
  if (group !== null && group !== undefined && (typeof group !== 'object' || Array.isArray(group))) {
    throw misuse(`${path}: what is above it is no group of values.`);
  }
  const values: Record<string, unknown> = { ...group };
  return { ...values, [name]: rest.length === 0 ? value : place(values[name], rest, value, path) };
}
