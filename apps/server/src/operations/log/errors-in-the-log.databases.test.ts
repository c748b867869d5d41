import { DrizzleQueryError, sql } from 'drizzle-orm';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { registerErrorHandlers } from '../../http/frame/errors.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLogger } from './create-logger.ts';

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly err?: Readonly<Record<string, unknown>>;
}

let lines: string[] = [];
const logger = createLogger('info', { write: (line) => void lines.push(line) });
const read = (): Line[] => lines.map((line) => JSON.parse(line) as Line);
beforeEach(() => {
  lines = [];
});

describe('what no one expected is logged', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  test('with what it was and where, and without a word of what was stored or sent', async () => {
    const { database } = server.context;
    const app = fastify({ loggerInstance: logger });
    onTestFinished(() => app.close());
    registerErrorHandlers(app);
    app.get('/x', () => database.execute(sql`select ${'very-secret-words'} from nowhere`));
    const reply = await app.inject({ method: 'GET', url: '/x?handle=secret-handle' });
    expect([reply.statusCode, reply.json()]).toMatchObject([500, { code: 'server_error' }]);
    const [line] = read().filter(({ level }) => level >= 50);
    expect(line).toMatchObject({
      msg: 'unexpected error',
      err: {
        type: 'DrizzleQueryError',
        message: 'Failed query: select $1 from nowhere',
        stack: expect.stringMatching(/^ {4}at .*\n {4}at /),
        cause: { code: '42P01', stack: expect.stringMatching(/^ {4}at /) },
      },
    });
    const text = lines.join('\n');
    for (const word of ['params', 'very-secret-words', 'secret-handle', 'does not exist']) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
  });

  test('and the answer says when it is a full disk: `status` and `doctor` have to write as well', async () => {
    const app = fastify({ loggerInstance: logger });
    onTestFinished(() => app.close());
    registerErrorHandlers(app);
    app.get('/x', () =>
      Promise.reject(new DrizzleQueryError('insert', [], Object.assign(new Error('x'), { code: '53100' }))),
    );
    const reply = await app.inject({ method: 'GET', url: '/x' });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      500,
      { code: 'server_error', message: expect.stringContaining('disk of the database is full') },
    ]);
  });

  test('where the database says a stored value in its own words', async () => {
    const { database } = server.context;
    const { id } = await firstCompany(server);
    const [nadia] = await database.select().from(people);
    if (nadia === undefined) throw new Error('The trial has no people.');
    // The logger as every part of the server has it: a row that is there already, and a text that is no id.
    await database
      .insert(people)
      .values(nadia)
      .catch((err: unknown) => logger.error({ err }, 'twice'));
    await database
      .execute(sql`select * from people where company_id = ${id} and id = ${'very-secret-words'}`)
      .catch((error: unknown) => logger.error({ error }, 'under another name'));
    const [twice, other] = read();
    expect(twice).toMatchObject({
      msg: 'twice',
      err: { cause: { code: '23505', constraint: 'people_company_id_id_pk' } },
    });
    expect(other).toMatchObject({ msg: 'under another name', error: { cause: { code: '22P02' } } });
    const text = lines.join('\n');
    for (const word of [nadia.id, 'nadia', nadia.passwordHash ?? '', 'argon2id', 'very-secret-words']) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
  });
});

describe('whichever way an error is handed over, nothing that is stored is logged', () => {
  const secret = 'argon2id$very-secret-words';
  const query = () => new DrizzleQueryError('insert into people values ($1)', [secret], new Error('no'));
  test.each<[string, () => void]>([
    ['by itself', () => logger.error(query())],
    ['without words', () => logger.error({ err: query() })],
    ['under any name', () => logger.error({ reason: query() }, 'x')],
    ['by a child', () => logger.child({ part: 'pruning' }).error({ reason: query() }, 'x')],
    ['within others', () => logger.error({ failed: [{ because: query() }] }, 'x')],
    ['as a part of the words', () => logger.error('it failed: %s', query())],
    ['as words', () => logger.error(query().message)],
    ['as words under a name', () => logger.error({ err: query().message, reason: query().message }, 'x')],
    ['as words beneath another', () => logger.error({ err: new Error('outer', { cause: query().message }) }, 'x')],
  ])('%s', (_way, log) => {
    log();
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('very-secret-words');
    // What it was is there all the same.
    expect(lines[0]).toMatch(/Failed query: insert into people values \(\$1\)/);
  });

  test('and what is no error stays as it is', () => {
    const at = new Date(0);
    logger.info(
      { rows: 3, at, kinds: ['a', 'b'], nested: { isDone: true, none: null } },
      'done with %d of %s',
      3,
      'them',
    );
    expect(read()).toMatchObject([
      {
        msg: 'done with 3 of them',
        rows: 3,
        at: at.toISOString(),
        kinds: ['a', 'b'],
        nested: { isDone: true, none: null },
      },
    ]);
  });
});

test('a mistake of the program’s own is logged with its text and where it is', () => {
  logger.error({ err: new TypeError('undefined is not a door', { cause: new Error('no one knocked') }) }, 'x');
  logger.error({ err: 'a word', error: new RangeError('too far') }, 'y');
  const [first, second] = read();
  expect(first?.err).toMatchObject({
    type: 'TypeError',
    message: 'undefined is not a door',
    stack: expect.stringContaining(import.meta.filename),
    cause: { type: 'Error', message: 'no one knocked' },
  });
  expect(second).toMatchObject({ err: 'a word', error: { type: 'RangeError', message: 'too far' } });
});
