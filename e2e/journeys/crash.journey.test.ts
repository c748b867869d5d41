import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../apps/server/src/database/open.ts';
import { auditEntries } from '../../apps/server/src/database/schema.ts';
import { type Gate, startGate } from '../support/gate.ts';
import { createPolicy } from './policies.ts';

let folder: string;
let gate: Gate;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-crash-'));
  gate = await startGate(folder, createPolicy({}), false);
});
afterEach(async () => {
  await gate.stop();
  await rm(folder, { recursive: true, force: true });
});

test('kill -9 loses no write that was acknowledged', async () => {
  const acknowledged: string[] = [];
  let isRunning = true;
  const writer = async () => {
    while (isRunning) {
      const answer = await fetch(`${gate.url}/api/online/v1/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ login: 'nadia', password: 'doorway-2026' }),
      }).catch(() => null);
      const id = answer?.status === 200 ? answer.headers.get('correlation-id') : null;
      if (id !== null) acknowledged.push(id);
      else isRunning = false;
    }
  };
  const writers = [writer(), writer(), writer()];
  await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
  await gate.kill();
  await Promise.all(writers);

  const opened = await openDatabase({ databaseUrl: undefined, dataFolder: folder });
  const entries = await opened.database.select().from(auditEntries);
  await opened.close();
  const written = new Set(entries.map(({ correlationId }) => correlationId));
  expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
  await gate.restart();
});
