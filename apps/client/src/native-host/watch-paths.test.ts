import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PathWatcher, type WatchFolder, watchPaths } from './watch-paths.ts';

let root: string;
let watcher: PathWatcher | null = null;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vestibule-watch-'));
});

afterEach(async () => {
  watcher?.close();
  await rm(root, { recursive: true, force: true });
});

/** Starts to watch and gives a list that fills with the groups told. */
async function watching(paths: Readonly<Record<string, readonly string[]>>): Promise<string[][]> {
  const told: string[][] = [];
  watcher = watchPaths({
    paths: new Map(Object.entries(paths).map(([group, listed]) => [group, listed.map((path) => join(root, path))])),
    onChange: (groups) => told.push([...groups]),
    onError: (folder, error) => {
      throw new Error(`${folder}: ${String(error)}`);
    },
  });
  await watcher.ready;
  return told;
}

const expectTold = (told: string[][], wanted: readonly string[][]) =>
  vi.waitFor(() => expect(told).toEqual(wanted), { timeout: 10_000, interval: 5 });

test('a changed file and a replaced file tell their groups, once for one change', async () => {
  await writeFile(join(root, 'ufw.conf'), 'no');
  const told = await watching({ firewall: ['ufw.conf'], other: ['other.conf'] });
  await writeFile(join(root, 'ufw.conf'), 'yes');
  await expectTold(told, [['firewall']]);
  await writeFile(join(root, '.new'), 'replaced');
  await rename(join(root, '.new'), join(root, 'ufw.conf'));
  await expectTold(told, [['firewall'], ['firewall']]);
});

test("neighbours of a watched file are no one's business", async () => {
  const told = await watching({ firewall: ['ufw.conf'] });
  await writeFile(join(root, 'neighbour.conf'), 'x');
  await writeFile(join(root, 'ufw.conf'), 'x');
  await expectTold(told, [['firewall']]);
});

test('folders may be made, removed and made again', async () => {
  const told = await watching({ screen: ['etc/dconf/db/user'] });
  await mkdir(join(root, 'etc/dconf/db'), { recursive: true });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 15_000);
  await vi.waitFor(async () => {
    told.length = 0;
    await writeFile(join(root, 'etc/dconf/db/user'), 'x');
    await vi.waitFor(() => expect(told).toEqual([['screen']]), { timeout: 200 });
  }, 15_000);
  told.length = 0;
  await rm(join(root, 'etc'), { recursive: true });
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 15_000);
  told.length = 0;
  await mkdir(join(root, 'etc/dconf/db'), { recursive: true });
  await writeFile(join(root, 'etc/dconf/db/user'), 'again');
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 15_000);
});

test('entries of a watched folder count, and so does the file behind a link', async () => {
  await mkdir(join(root, 'rules'));
  await mkdir(join(root, 'usr'));
  await writeFile(join(root, 'usr/os-release'), 'old');
  await symlink('usr/os-release', join(root, 'os-release'));
  const told = await watching({ rules: ['rules'], system: ['os-release'] });
  await writeFile(join(root, 'rules/10.rules'), 'x');
  await expectTold(told, [['rules']]);
  await writeFile(join(root, 'usr/os-release'), 'new');
  await expectTold(told, [['rules'], ['system']]);
});

describe('where the system tells of changes in its own way', () => {
  /** Events that the test gives, in the place of the system's. */
  function eventsByHand(refusing: ReadonlyMap<string, Error> = new Map()) {
    const open = new Map<
      string,
      { readonly event: (name: string | null) => void; readonly fail: (error: Error) => void }
    >();
    const opened: string[] = [];
    const watchFolder: WatchFolder = (folder, onEvent, onError) => {
      opened.push(folder);
      const refusal = refusing.get(folder);
      if (refusal !== undefined) throw refusal;
      open.set(folder, { event: onEvent, fail: onError });
      return { close: () => open.delete(folder) };
    };
    return { open, opened, watchFolder };
  }

  async function watchingByHand(names: readonly string[], { watchFolder }: ReturnType<typeof eventsByHand>) {
    const told: string[][] = [];
    const errors: string[] = [];
    watcher = watchPaths({
      paths: new Map(names.map((name) => [name, [join(root, name)]])),
      onChange: (groups) => told.push([...groups]),
      onError: (folder) => errors.push(folder),
      watchFolder,
    });
    await watcher.ready;
    return { told, errors };
  }
  const errorOf = (code: string) => Object.assign(new Error(code), { code });

  test('a folder whose removal is an error (Windows) is looked for above, and found again', async () => {
    await mkdir(join(root, 'settings'));
    const events = eventsByHand();
    const { told, errors } = await watchingByHand(['settings/x.json'], events);
    expect([...events.open.keys()]).toEqual([join(root, 'settings')]);
    await rm(join(root, 'settings'), { recursive: true });
    events.open.get(join(root, 'settings'))?.fail(errorOf('EPERM'));
    await expectTold(told, [['settings/x.json']]);
    expect([...events.open.keys()]).toEqual([root]);
    await mkdir(join(root, 'settings'));
    events.open.get(root)?.event('settings');
    await vi.waitFor(() => expect([...events.open.keys()]).toEqual([join(root, 'settings')]), 15_000);
    expect(errors).toEqual([]);
  });

  test('a folder that may not be watched is told once and not tried again', async () => {
    await mkdir(join(root, 'closed'));
    const events = eventsByHand(new Map([[join(root, 'closed'), errorOf('EACCES')]]));
    const { told, errors } = await watchingByHand(['closed/x', 'y'], events);
    events.open.get(root)?.event('y');
    await expectTold(told, [['y']]);
    expect(errors).toEqual([join(root, 'closed')]);
    expect(events.opened.filter((folder) => folder.endsWith('closed'))).toHaveLength(1);
  });

  test('a folder that keeps failing is left alone, without an endless loop', async () => {
    await mkdir(join(root, 'broken'));
    const events = eventsByHand();
    const { errors } = await watchingByHand(['broken/x'], events);
    const folder = join(root, 'broken');
    for (let time = 1; time <= 3; time += 1) {
      await vi.waitFor(() => expect(events.open.has(folder)).toBe(true), 15_000);
      events.open.get(folder)?.fail(errorOf('EIO'));
    }
    await vi.waitFor(() => expect(errors).toEqual([folder]), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(events.opened).toHaveLength(3);
  });

  test('names in other letters, and events without a name, count', async () => {
    const events = eventsByHand();
    const { told } = await watchingByHand(['com.apple.alf.plist'], events);
    events.open.get(root)?.event('com.apple.ALF.plist');
    await expectTold(told, [['com.apple.alf.plist']]);
    events.open.get(root)?.event(null);
    await expectTold(told, [['com.apple.alf.plist'], ['com.apple.alf.plist']]);
    events.open.get(root)?.event('com.apple.alf.plist.lockfile');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(told).toHaveLength(2);
  });

  test('after closing nothing is told and nothing stays open', async () => {
    const events = eventsByHand();
    const { told } = await watchingByHand(['x'], events);
    const only = events.open.get(root);
    watcher?.close();
    only?.event('x');
    only?.fail(errorOf('EPERM'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([told, [...events.open.keys()]]).toEqual([[], []]);
  });
});
