import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createEvidenceKey,
  dayOfEvidence,
  type EvidenceKey,
  evidencePrefix,
  parseEvidenceKey,
} from './evidence-key.ts';
import { EVIDENCE_MAXIMUM_BYTES, type EvidenceStore } from './evidence-store.ts';
import { openEvidenceStore } from './open-evidence-store.ts';
import { type S3TestServer, startS3TestServer } from './testing/s3-server.ts';

const COMPANIES = ['1b0e0000-0000-4000-8000-000000000001', '2b0e0000-0000-4000-8000-000000000002'] as const;

function keyOf(day = '2026-11-21', companyId: string = COMPANIES[0]): EvidenceKey {
  return createEvidenceKey('reports', { companyId, id: randomUUID(), at: new Date(`${day}T23:59:59.999Z`) });
}

let store: EvidenceStore;

describe('evidence in a folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vestibule-evidence-'));
    store = openEvidenceStore({ dataFolder: folder, objectStore: null, now: () => new Date() });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  describeContract();
});

describe('evidence in an S3-compatible store', () => {
  let server: S3TestServer;
  beforeEach(async () => {
    const now = new Date('2026-11-21T08:00:00Z');
    server = await startS3TestServer(now);
    store = openEvidenceStore({ dataFolder: '/nowhere', objectStore: server.settings, now: () => server.now });
  });
  afterEach(() => server.stop());
  describeContract();
});

/** What every store does. */
function describeContract(): void {
  test('gives back what was put, byte for byte', async () => {
    for (const bytes of [Buffer.from('{"a":"ü"}'), randomBytes(70_000), randomBytes(EVIDENCE_MAXIMUM_BYTES)]) {
      const key = keyOf();
      expect(await store.put(key, bytes)).toEqual({ ok: true });
      expect(await store.get(key)).toEqual({ ok: true, bytes });
    }
  });

  test('takes nothing larger than evidence can be', async () => {
    const key = keyOf();
    expect(await store.put(key, randomBytes(EVIDENCE_MAXIMUM_BYTES + 1))).toMatchObject({
      ok: false,
      code: 'too_large',
    });
    expect(await store.get(key)).toMatchObject({ ok: false, code: 'not_found' });
  });

  test('says that evidence is not there', async () => {
    expect(await store.get(keyOf())).toEqual({ ok: false, code: 'not_found', message: 'There is no such evidence.' });
  });

  test('a second put replaces the first whole', async () => {
    const key = keyOf();
    await store.put(key, Buffer.from('a longer text'));
    await store.put(key, Buffer.from('short'));
    expect(await store.get(key)).toEqual({ ok: true, bytes: Buffer.from('short') });
  });

  test('deletes, and deleting once more succeeds', async () => {
    const key = keyOf();
    await store.put(key, Buffer.from('x'));
    expect(await store.delete(key)).toEqual({ ok: true });
    expect(await store.delete(key)).toEqual({ ok: true });
    expect(await store.get(key)).toMatchObject({ code: 'not_found' });
  });

  test('lists every key once, in order, page by page, and only below the prefix', async () => {
    const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2026-10-09', '2026-11-21'];
    const keys = COMPANIES.flatMap((companyId) => days.map((day) => keyOf(day, companyId)));
    const incoming = createEvidenceKey('incoming', { companyId: COMPANIES[0], id: randomUUID(), at: new Date(0) });
    for (const key of [...keys, incoming].toReversed()) await store.put(key, Buffer.from('x'));
    expect(await listAll(evidencePrefix('reports'))).toEqual(keys.toSorted());
    expect(await listAll(evidencePrefix('reports', COMPANIES[1]))).toEqual(keys.slice(days.length).toSorted());
    expect(await listAll(evidencePrefix('incoming'))).toEqual([incoming]);
    expect(await listAll(evidencePrefix('incoming', COMPANIES[1]))).toEqual([]);
  });

  test('twenty at once do not get in each other’s way', async () => {
    const pieces = Array.from({ length: 20 }, () => ({ key: keyOf(), bytes: randomBytes(5000) }));
    await Promise.all(pieces.map(({ key, bytes }) => store.put(key, bytes)));
    for (const { key, bytes } of pieces) expect(await store.get(key)).toEqual({ ok: true, bytes });
  });
}

async function listAll(prefix: string): Promise<EvidenceKey[]> {
  const found: EvidenceKey[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list(prefix, cursor);
    if (!page.ok) throw new Error(page.message);
    found.push(...page.keys);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

describe('the name of evidence', () => {
  test('holds company and day, and is read back', () => {
    const key = keyOf('2026-02-03');
    expect(key).toMatch(/^reports\/1b0e0000-0000-4000-8000-000000000001\/2026\/02\/03\/[0-9a-f-]{36}\.json$/);
    expect(parseEvidenceKey(key)).toBe(key);
    expect(dayOfEvidence(key)).toBe('2026-02-03');
  });

  test.each([
    '',
    '../master.key',
    'reports/../../master.key',
    'reports/1b0e0000-0000-4000-8000-000000000001/2026/02/03/../../../../../master.key',
    '/reports/1b0e0000-0000-4000-8000-000000000001/2026/02/03/1b0e0000-0000-4000-8000-000000000001.json',
    'reports/1b0e0000-0000-4000-8000-000000000001/2026/02/03/1b0e0000-0000-4000-8000-000000000001.json\n',
    'reports/1b0e0000-0000-4000-8000-000000000001/2026/02/03/1b0e0000-0000-4000-8000-000000000001.json/x',
    'reports\\1b0e0000-0000-4000-8000-000000000001\\2026\\02\\03\\1b0e0000-0000-4000-8000-000000000001.json',
    'REPORTS/1B0E0000-0000-4000-8000-000000000001/2026/02/03/1B0E0000-0000-4000-8000-000000000001.json',
    'database/1b0e0000-0000-4000-8000-000000000001/2026/02/03/1b0e0000-0000-4000-8000-000000000001.json',
  ])('is never %j', (text) => {
    expect(parseEvidenceKey(text)).toBeNull();
  });

  test('is never made of what is no id', () => {
    const at = new Date();
    expect(() => createEvidenceKey('reports', { companyId: '..', id: randomUUID(), at })).toThrow('not the name');
    expect(() => createEvidenceKey('reports', { companyId: COMPANIES[0], id: '../../x', at })).toThrow('not the name');
  });
});
