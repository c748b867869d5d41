import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEvidenceKey, type EvidenceKey, type EvidenceKind } from './evidence-key.ts';
import type { EvidenceStore } from './evidence-store.ts';
import { createFolderStore } from './folder-store.ts';
import { pruneEvidence } from './prune-evidence.ts';
import { createS3Store } from './s3-store.ts';
import { type S3TestServer, startS3TestServer } from './testing/s3-server.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const COMPANIES = [randomUUID(), randomUUID()] as const;

let store: EvidenceStore;

async function add(
  day: string,
  companyId: string = COMPANIES[0],
  kind: EvidenceKind = 'reports',
): Promise<EvidenceKey> {
  const key = createEvidenceKey(kind, { companyId, id: randomUUID(), at: new Date(`${day}T12:00:00Z`) });
  await store.put(key, Buffer.from('x'));
  return key;
}

async function isThere(key: EvidenceKey): Promise<boolean> {
  return (await store.get(key)).ok;
}

describe('pruning a folder of evidence', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-prune-'));
    store = createFolderStore(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  describePruning();
});

describe('pruning an S3-compatible store', () => {
  let server: S3TestServer;
  beforeEach(async () => {
    server = await startS3TestServer(NOW);
    store = createS3Store(server.settings, { now: () => NOW, wait: () => Promise.resolve() });
  });
  afterEach(() => server.stop());
  describePruning();

  test('a store that fails is said so, and the next run goes on', async () => {
    await add('2026-01-01');
    await add('2026-01-02');
    server.faults.push(500, 500, 500);
    const options = { kind: 'reports', companyIds: [COMPANIES[0]], now: NOW, days: 90 } as const;
    expect(await pruneEvidence(store, options)).toMatchObject({ code: 'store_unreachable' });
    expect(await pruneEvidence(store, options)).toEqual({ ok: true, deleted: 2, isDone: true });
  });
});

/** What holds for every store. */
function describePruning(): void {
  test('deletes days that lie wholly more than the days back, of the companies and kind asked for', async () => {
    const old = [await add('2025-12-31'), await add('2026-08-22'), await add('2026-08-21', COMPANIES[1])];
    const young = [await add('2026-08-23'), await add('2026-11-21', COMPANIES[1])];
    const foreign = [await add('2020-01-01', randomUUID()), await add('2020-01-01', COMPANIES[0], 'incoming')];
    expect(await pruneEvidence(store, { kind: 'reports', companyIds: COMPANIES, now: NOW, days: 90 })).toEqual({
      ok: true,
      deleted: 3,
      isDone: true,
    });
    expect(await Promise.all(old.map(isThere))).toEqual([false, false, false]);
    expect(await Promise.all([...young, ...foreign].map(isThere))).toEqual([true, true, true, true]);
  });

  test('a run takes so many at most, the next one the rest', async () => {
    for (let day = 10; day < 20; day += 1) await add(`2026-01-${day}`);
    const options = { kind: 'reports', companyIds: COMPANIES, now: NOW, days: 90 } as const;
    expect(await pruneEvidence(store, { ...options, deletionsMaximum: 7 })).toMatchObject({
      deleted: 7,
      isDone: false,
    });
    expect(await pruneEvidence(store, options)).toMatchObject({ deleted: 3, isDone: true });
  });
}
