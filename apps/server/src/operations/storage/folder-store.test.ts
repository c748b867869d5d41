import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEvidenceKey, type EvidenceKey } from './evidence-key.ts';
import { createFolderStore } from './folder-store.ts';

const parts = { companyId: '1b0e0000-0000-4000-8000-000000000001', at: new Date('2026-11-21T08:00:00Z') };
let outer: string;
let folder: string;
let key: EvidenceKey;
beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'vestibule-folder-store-'));
  folder = join(outer, 'evidence');
  key = createEvidenceKey('reports', { ...parts, id: randomUUID() });
});
afterEach(() => rm(outer, { recursive: true, force: true }));

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('a folder of evidence', () => {
  test('only the server’s own account can read it, and no draft stays behind', async () => {
    await createFolderStore(folder).put(key, Buffer.from('x'));
    expect(await modeOf(join(folder, key))).toBe(0o600);
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(dirname(join(folder, key)))).toBe(0o700);
    expect(await readdir(join(folder, '.drafts'))).toEqual([]);
  });

  test('follows no link out of itself: neither to read, nor to write, nor to delete', async () => {
    const elsewhere = join(outer, 'elsewhere');
    const inside = join(elsewhere, '2026/11/21');
    await mkdir(inside, { recursive: true });
    const secret = join(inside, `${key.split('/').at(-1)}`);
    await writeFile(secret, 'secret');
    await mkdir(join(folder, 'reports'), { recursive: true });
    await symlink(elsewhere, join(folder, 'reports', parts.companyId));
    const store = createFolderStore(folder);
    expect(await store.get(key)).toMatchObject({ code: 'not_found' });
    expect(await store.put(key, Buffer.from('mine'))).toMatchObject({ code: 'store_refused' });
    expect(await store.delete(key)).toEqual({ ok: true });
    expect(await store.list('reports/', null)).toEqual({ ok: true, keys: [], cursor: null });
    expect(await readdir(inside)).toHaveLength(1);
    expect((await stat(secret)).size).toBe('secret'.length);
  });

  test('writes through no link that takes the place of a folder it has written to', async () => {
    const store = createFolderStore(folder);
    expect(await store.put(key, Buffer.from('first'))).toEqual({ ok: true });
    const elsewhere = join(outer, 'elsewhere');
    const ofCompany = join(folder, 'reports', parts.companyId);
    await rename(ofCompany, elsewhere);
    await symlink(elsewhere, ofCompany);
    const second = createEvidenceKey('reports', { ...parts, id: randomUUID() });
    expect(await store.put(second, Buffer.from('second'))).toMatchObject({ code: 'store_refused' });
    expect(await readdir(join(elsewhere, '2026/11/21'))).toHaveLength(1);
  });

  test('makes the folders again that were taken away', async () => {
    const store = createFolderStore(folder);
    await store.put(key, Buffer.from('first'));
    await rm(folder, { recursive: true });
    expect(await store.put(key, Buffer.from('second'))).toEqual({ ok: true });
    expect(await store.get(key)).toMatchObject({ ok: true });
  });

  test('a link in place of a file is not read', async () => {
    const store = createFolderStore(folder);
    await store.put(key, Buffer.from('x'));
    await rm(join(folder, key));
    await writeFile(join(outer, 'secret'), 'secret');
    await symlink(join(outer, 'secret'), join(folder, key));
    expect(await store.get(key)).toMatchObject({ code: 'not_found' });
  });

  test('a key that was forced past the types is a bug, not a path', async () => {
    const forged = 'reports/../../secret' as EvidenceKey;
    await expect(createFolderStore(folder).put(forged, Buffer.from('x'))).rejects.toThrow('not the name of evidence');
    await expect(createFolderStore(folder).get(forged)).rejects.toThrow('not the name of evidence');
  });

  test('foreign files are not evidence', async () => {
    const store = createFolderStore(folder);
    await store.put(key, Buffer.from('x'));
    await writeFile(join(dirname(join(folder, key)), 'notes.txt'), 'x');
    expect(await store.list('reports/', null)).toEqual({ ok: true, keys: [key], cursor: null });
  });

  test('more keys than one page holds are listed to the last', async () => {
    const store = createFolderStore(folder);
    await store.put(key, Buffer.from('x'));
    const day = dirname(join(folder, key));
    await Promise.all(Array.from({ length: 1500 }, () => writeFile(join(day, `${randomUUID()}.json`), 'x')));
    const first = await store.list('reports/', null);
    const second = await store.list('reports/', first.ok ? first.cursor : null);
    expect(first.ok && second.ok && [first.keys.length, second.keys.length, second.cursor]).toEqual([1000, 501, null]);
    expect(first.ok && second.ok && new Set([...first.keys, ...second.keys]).size).toBe(1501);
  });

  test('a folder that is a file is said so', async () => {
    await writeFile(folder, 'x');
    expect(await createFolderStore(folder).put(key, Buffer.from('x'))).toMatchObject({
      ok: false,
      code: 'store_refused',
      message: expect.stringContaining('Check who owns the folder'),
    });
  });

  test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is said so', async () => {
    await mkdir(folder);
    await chmod(folder, 0o500);
    expect(await createFolderStore(folder).put(key, Buffer.from('x'))).toMatchObject({ code: 'store_refused' });
    await chmod(folder, 0o700);
  });
});
