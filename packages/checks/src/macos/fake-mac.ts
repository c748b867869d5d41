import { createFakeSystem, type FakeSystem, type FakeSystemOptions } from '../fake-system.ts';
import { MANAGED_FOLDER } from './preferences.ts';

export interface FakeMacOptions extends FakeSystemOptions {
  /** Property lists in XML by path, as `plutil` converts them. */
  readonly lists?: Readonly<Record<string, string>>;
  /** What a profile for the computer sets, in XML by domain. */
  readonly profiles?: Readonly<Record<string, string>>;
}

export interface FakeMac extends FakeSystem {
  /** The property lists as they are now. */
  readonly lists: Map<string, string>;
}

/** A Mac made of tables, at whose screen this person is signed in, for tests of readers and fixes. */
export function createFakeMac({ lists = {}, profiles = {}, commands = {}, ...rest }: FakeMacOptions = {}): FakeMac {
  const managed = Object.entries(profiles).map(([domain, xml]) => [`${MANAGED_FOLDER}/${domain}.plist`, xml] as const);
  const table = new Map([...Object.entries(lists), ...managed]);
  const system = createFakeSystem({
    operatingSystem: 'macos',
    user: { id: 501, name: 'nadia', home: '/Users/nadia' },
    commands: {
      'stat -f %u /dev/console': '501\n',
      'plutil -convert xml1 -o - --': ({ arguments: words }) => table.get(words.at(-1) ?? '') ?? { code: 1 },
      ...commands,
    },
    ...rest,
  });
  return {
    ...system,
    lists: table,
    readFile: async (path) => (table.has(path) ? { ok: true, value: 'bplist00\u0001' } : system.readFile(path)),
  };
}
