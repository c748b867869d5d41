import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIFECYCLE, type Lifecycle } from '@vestibule/checks';
import { createUpdateKey, publicUpdateKey, signLifecycle, type UpdatePrivateKey } from '@vestibule/device-keys';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../../command-line/run-command-line.ts';
import { lifecycleData } from '../../../database/schema.ts';
import { createSocketDesk } from '../../../testing/administrators.ts';
import { isEmbeddedRun } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { goRound, startLifecycleRounds } from './lifecycle-rounds.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let source: Server;
let key: UpdatePrivateKey;
/** What the address answers. */
let answer: { readonly status: number; readonly body: string | Buffer };
let logged: string[];
const logger = pino(
  { level: 'info' },
  { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) },
);

beforeAll(async () => {
  key = await createUpdateKey();
  source = createServer((_request, response) => {
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  server = await startTestServer({ lifecycle: lifecycle() });
  server.advance(Math.max(0, Date.parse(LIFECYCLE.asOf) - server.context.now().getTime()) + 30 * DAY_MS);
});
afterAll(async () => {
  await server.close();
  source.close();
});
beforeEach(async () => {
  logged = [];
  await server.context.database.delete(lifecycleData);
  server.context.companies.forget();
});

const lifecycle = () => ({
  keys: [publicUpdateKey(key)],
  address: `http://127.0.0.1:${(source.address() as AddressInfo).port}/lifecycle.json`,
});
const dayIn = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
const data = (ahead: number, asOf = dayIn(-1)): Lifecycle => ({
  ...LIFECYCLE,
  version: LIFECYCLE.version + ahead,
  asOf,
});
const offer = async (ahead: number, by = key, asOf = dayIn(-1)) => {
  answer = { status: 200, body: JSON.stringify(await signLifecycle(data(ahead, asOf), [by])) };
};
const judging = async (of = server) => (await of.company()).lifecycle.version - LIFECYCLE.version;
const shown = async () => (await createSocketDesk(server).call('adminLifecycle')).body;
async function type(...words: string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine([...words, '--data', server.dataFolder], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  return { code, out: out.replaceAll(/\s+/g, ' '), err: err.replaceAll(/\s+/g, ' ') };
}

test('the address that is set is asked, and newer data judges on every server', async () => {
  const second = isEmbeddedRun() ? null : await startTestServer({ besides: server, lifecycle: lifecycle() });
  second?.advance(server.context.now().getTime() - second.context.now().getTime());
  try {
    expect(second === null ? 0 : await judging(second)).toBe(0);
    await offer(1);
    await goRound(server.context, logger);
    expect(await judging()).toBe(1);
    // The clock of the second server stands still: it hears of it by the event alone.
    if (second !== null) await expect.poll(async () => judging(second)).toBe(1);
    expect(await shown()).toMatchObject({
      source: 'taken',
      takenFrom: lifecycle().address,
      address: lifecycle().address,
    });
    expect(logged).toEqual(['newer data on ends of support was taken']);
    // The next day brings the same.
    await goRound(server.context, logger);
    expect(logged).toHaveLength(1);
  } finally {
    await second?.close();
  }
});

describe('what the address answers', () => {
  test.each<[string, () => Promise<void> | void, RegExp]>([
    ['is signed by a stranger', async () => offer(1, await createUpdateKey()), /None of the keys/],
    ['is cut', async () => cut(), /no JSON, or not whole/],
    ['is of a day to come', async () => offer(1, key, dayIn(9)), /a day to come/],
    ['is a redirect', () => void (answer = { status: 302, body: '' }), /status 302/],
    [
      'never ends',
      () => void (answer = { status: 200, body: Buffer.alloc(5_000_000, 0x20) }),
      /more than 210000 bytes/,
    ],
  ])('%s: nothing is taken, the log and the command line say why', async (_, spoil, why) => {
    await spoil();
    await goRound(server.context, logger);
    expect(await judging()).toBe(0);
    expect(logged).toEqual([expect.stringMatching(why)]);
    expect((await shown()).warnings).toEqual([expect.stringMatching(why)]);
    await offer(1);
    await goRound(server.context, logger);
    expect((await shown()).warnings).toEqual([]);
  });

  const cut = async () => {
    await offer(1);
    answer = { status: 200, body: answer.body.slice(0, 300) };
  };
});

test('an address within a network that is not named is not asked', async () => {
  await offer(1);
  const { config } = server.context;
  const inside = { ...config, privateNetworks: [], publicUrl: 'https://gate.example' };
  await goRound({ ...server.context, config: inside }, logger);
  expect(logged).toEqual([expect.stringMatching(/within a private network/)]);
  expect(await judging()).toBe(0);
});

test('once a day the log says that the data is soon too old, and then that it is', async () => {
  await offer(1, key, dayIn(0));
  await goRound(server.context, logger);
  logged = [];
  const later = (days: number) => ({
    ...server.context,
    now: () => new Date(server.context.now().getTime() + days * DAY_MS),
  });
  answer = { status: 304, body: '' };
  const said = async (days: number) => {
    logged = [];
    await goRound(later(days), logger);
    return logged.filter((line) => line.includes('ends of support is of'));
  };
  expect(await said(305)).toEqual([]);
  expect(await said(306)).toEqual([expect.stringContaining(`too old from ${dayIn(366)} on`)]);
  expect(await said(365)).toHaveLength(1);
  expect(await said(366)).toEqual([expect.stringContaining(`too old since ${dayIn(366)}`)]);
});

test('rounds begin by themselves and end', async () => {
  await offer(1);
  const end = startLifecycleRounds(server.context, logger, { firstAfterMs: 1, everyMs: 10 });
  await expect.poll(async () => judging()).toBe(1);
  await offer(2);
  await expect.poll(async () => judging()).toBe(2);
  // One goes after the other: once this is said, none is under way that could still take something.
  answer = { status: 304, body: '' };
  await expect.poll(() => logged.some((line) => line.includes('status 304'))).toBe(true);
  await end();
});

describe('the command line', () => {
  test('shows what judges, takes what the address has, and says why not', async () => {
    await offer(1);
    expect((await type('lifecycle', 'update', '--dry-run')).out).toContain('This would change: version');
    expect(await judging()).toBe(0);
    expect((await type('lifecycle', 'update')).out).toContain(
      `Version ${LIFECYCLE.version + 1} of ${dayIn(-1)} judges`,
    );
    const { out } = await type('lifecycle');
    expect(out).toContain(
      `Data version ${LIFECYCLE.version + 1} of ${dayIn(-1)}, 1 day old Too old from ${dayIn(365)}`,
    );
    await offer(1, key, dayIn(-2));
    const refused = await type('lifecycle', 'update');
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining('Data never goes back')]);
  });

  test('the doctor has a line for it', async () => {
    await offer(1);
    await goRound(server.context, logger);
    const { out } = await type('doctor', '--url', server.url);
    expect(out).toContain(`✓ Ends of support: Version ${LIFECYCLE.version + 1} of ${dayIn(-1)} is good until`);
  });
});
