import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serverKeys } from '../database/schema.ts';
import type { Database } from '../database/database.ts';
import { openDatabase, type OpenDatabase } from '../database/open.ts';
import { placesOfRun } from '../database/testing/places.ts';
import { refuse } from './server-context.ts';
import { orRollBack, transactionOf } from './transaction-of.ts';

const places = await placesOfRun();
let opened: OpenDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openDatabase(await places.makeMigrated());
  database = opened.database;
});
afterAll(async () => {
  await opened.close();
  await places.removeAll();
});
beforeEach(() => database.delete(serverKeys));

const write = (transaction: Database, name: string) =>
  transaction.insert(serverKeys).values({ name, sealed: 'x', createdAt: new Date() });
const written = async () => (await database.select().from(serverKeys)).map(({ name }) => name).toSorted();
const REFUSED = refuse('not_possible', 'Not now.');

describe('a transaction', () => {
  test('keeps what was written, and hands out the result', async () => {
    const result = await transactionOf(database, async (transaction) => {
      await write(transaction, 'a');
      return { worth: 1 };
    });
    expect([result, await written()]).toEqual([{ worth: 1 }, ['a']]);
  });

  test('that ends in a refusal hands it out, and nothing of it stays', async () => {
    const result = await transactionOf(database, async (transaction) => {
      await write(transaction, 'a');
      return REFUSED;
    });
    expect([result, await written()]).toEqual([REFUSED, []]);
  });

  test('that meets a refusal deeper down does no more, hands it out, and nothing of it stays', async () => {
    let wentOn = false;
    const result = await transactionOf(database, async (transaction) => {
      await write(transaction, 'a');
      orRollBack(REFUSED);
      wentOn = true;
      return null;
    });
    expect([result, wentOn, await written()]).toEqual([REFUSED, false, []]);
    expect(orRollBack('no refusal')).toBe('no refusal');
  });

  test('inside another is undone alone', async () => {
    const result = await transactionOf(database, async (outer) => {
      await write(outer, 'outer');
      const inner = await transactionOf<object>(outer, async (transaction) => {
        await write(transaction, 'inner');
        return REFUSED;
      });
      return { inner };
    });
    expect([result, await written()]).toEqual([{ inner: REFUSED }, ['outer']]);
  });

  test('that fails throws what it failed with, and nothing of it stays', async () => {
    const work = transactionOf(database, async (transaction) => {
      await write(transaction, 'a');
      throw new Error('broken');
    });
    await expect(work).rejects.toThrow('broken');
    expect(await written()).toEqual([]);
  });
});
