import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { activityEntries, reports } from '../../database/schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { prune, startPruning } from './pruning.ts';

const logger = pino({ level: 'silent' });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a run that did not get everything done is followed by the next in a minute, a whole one in a day', async () => {
  const answers = [false, false, true, true];
  const runOnce = vi.fn(async () => answers.shift() ?? true);
  const end = startPruning(server.context, logger, runOnce);
  const runsAfter = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds);
    return runOnce.mock.calls.length;
  };
  expect(await runsAfter(10 * MINUTE_MS - 1)).toBe(0);
  expect(await runsAfter(1)).toBe(1);
  expect(await runsAfter(MINUTE_MS)).toBe(2);
  expect(await runsAfter(MINUTE_MS)).toBe(3);
  expect(await runsAfter(DAY_MS - 1)).toBe(3);
  expect(await runsAfter(1)).toBe(4);
  end();
  expect(await runsAfter(10 * DAY_MS)).toBe(4);
});

test('a run that fails is logged, and the next one comes all the same', async () => {
  const said: string[] = [];
  const runOnce = vi.fn(async () => Promise.reject(new Error('The disk is full.')));
  const end = startPruning(server.context, pino({}, { write: (line) => said.push(line) }), runOnce);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS + DAY_MS);
  end();
  expect(runOnce).toHaveBeenCalledTimes(2);
  expect(said[0]).toContain('pruning failed');
});

test('a run takes away what is older than its retention, and says that nothing is left to do', async () => {
  vi.useRealTimers();
  const { database, now } = server.context;
  const [companyId, id, deviceSessionId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const ids = { companyId, id, deviceSessionId, deviceRowId: crypto.randomUUID() };
  const receivedAt = new Date(now().getTime() - 91 * DAY_MS);
  await database.insert(reports).values({ ...ids, sequence: 1, payload: {}, receivedAt });
  await database.insert(activityEntries).values({
    companyId: ids.companyId,
    at: new Date(now().getTime() - 300 * DAY_MS),
    personId: ids.id,
    verb: 'x',
    deviceName: 'x',
  });
  expect(await prune(server.context, logger)).toBe(true);
  expect(await database.select().from(reports)).toEqual([]);
  expect(await database.select().from(activityEntries)).toHaveLength(1);
});
