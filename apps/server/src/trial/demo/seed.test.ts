import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../database/open.ts';
import { accessGrants, signIns } from '../../database/schema.ts';
import { readConfig } from '../../operations/config/config.ts';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { testConfig } from '../../testing/test-config.ts';
import { seedDemo } from './seed.ts';

const NOW = new Date('2026-11-28T13:00:00.000Z');

test.each([true, false])('the trial begins with a past where it is asked for, once (%s)', async (hasDemoPast) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestibule-past-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  await placeMigratedDatabase(dataFolder);
  const place = { databaseUrl: undefined, dataFolder };
  const opened = await openDatabase(place);
  onTestFinished(() => opened.close());
  const { database } = opened;
  const config = { ...testConfig({ ...place, port: 0, publicUrl: 'http://localhost' }), hasDemoPast };
  const counted = async () => ({
    signIns: (await database.select({ of: count() }).from(signIns))[0]?.of,
    grants: (await database.select({ of: count() }).from(accessGrants).where(eq(accessGrants.usesLeft, 0)))[0]?.of,
  });
  await seedDemo(database, config, NOW);
  const once = await counted();
  expect(Object.values(once).every((of = 0) => of > 0)).toBe(hasDemoPast);
  await seedDemo(database, config, NOW);
  expect(await counted()).toEqual(once);
});

test('a server that is no trial has no made-up past, though it is asked for', () => {
  const environment = { VESTIBULE_DEMO_PAST: '1', VESTIBULE_PUBLIC_URL: 'https://gate.example.com' };
  expect(readConfig(environment, null)).toMatchObject({ ok: true, config: { isDemo: false, hasDemoPast: false } });
});
