import { createFakeSystem, type FakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { memberOf, parseJson } from '../json.ts';
import { readSample } from '../samples.ts';

/** A Windows computer on which the inventory script prints this document, for tests. */
export function createWindows(inventory: FakeSystemOptions['inventory'], options: FakeSystemOptions = {}): FakeSystem {
  return createFakeSystem({
    operatingSystem: 'windows',
    user: { id: -1, name: 'nadia', home: String.raw`C:\Users\nadia` },
    environment: { ProgramFiles: String.raw`C:\Program Files`, SystemRoot: String.raw`C:\Windows` },
    ...(inventory === undefined ? {} : { inventory }),
    ...options,
  });
}

/** The same from a file in `samples/windows` next to a test; the file names the files that this computer has. */
export function createSampleWindows(folder: string, name: string, options: FakeSystemOptions = {}): FakeSystem {
  const text = readSample(folder, `${name}.json`, 'windows');
  const paths = memberOf(parseJson(text), 'files');
  const files = Array.isArray(paths) ? Object.fromEntries(paths.map((path) => [String(path), ''])) : {};
  return createWindows(text, { files, ...options });
}
