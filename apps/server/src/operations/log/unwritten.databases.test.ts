import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createSocketDesk, openDesk } from '../../testing/administrators.ts';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServerOptions } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';
import { describeError } from './describe-error.ts';
import { createUnwritten } from './unwritten.ts';

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly what?: string;
  readonly times?: number;
}

async function startLogging(options: TestServerOptions = {}) {
  const lines: Line[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) });
  const server = await startTestServer({ ...options, logger });
  onTestFinished(() => server.close());
  const of = (what: string) => lines.filter((line) => line.what === what && line.level >= 50);
  return { server, of, lines };
}

async function report(company: TestCompany): Promise<void> {
  const visitor = new Visitor(company);
  await signInAs(visitor, await addPerson(company));
  const device = await createSimulatedDevice();
  await visitor.report(await visitor.openSession(device), device, {
    firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }),
  });
}

test('a store that takes no evidence leaves one line a minute, and status says it until it is mended', async () => {
  const { server, of, lines } = await startLogging();
  const company = await firstCompany(server);
  const desk = createSocketDesk(server);
  const folder = join(server.dataFolder, 'evidence');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'no folder');
  await report(company);
  await report(company);
  expect(of('evidence')).toEqual([
    expect.objectContaining({ times: 1, msg: expect.stringContaining('could not be kept as evidence') }),
  ]);
  const { body } = await desk.call('adminStatus');
  expect(body.unwritten).toMatchObject([{ what: 'evidence', times: 2 }]);
  expect(body.warnings.join('\n')).toMatch(/could not be kept as evidence.* It happened 2 times, last at /);
  const administrator = await openDesk(company, 'administrator');
  const told = (await administrator.call('adminStatus')).body;
  expect([told.unwritten, told.warnings.join('\n').includes('evidence')]).toEqual([[], false]);
  await rm(folder);
  await report(company);
  expect((await desk.call('adminStatus')).body.unwritten).toEqual([]);
  expect(lines.map(({ msg }) => msg)).toContain('What could not be written is written again.');
});

test('a database without room is named in the log and by status, and not as an unexpected error alone', async () => {
  const { server, of } = await startLogging();
  const company = await firstCompany(server);
  const { database, config } = server.context;
  await database.execute(
    sql`create function no_room() returns trigger as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$ language plpgsql`,
  );
  await database.execute(
    sql`create trigger full_disk before insert on pending_sign_ins for each row execute function no_room()`,
  );
  const visitor = new Visitor(company);
  const { status } = await visitor.ask(`/saml/sso?${createAuthnRequest(company)}`);
  expect(status).toBe(500);
  const where = config.databaseUrl === undefined ? config.dataFolder : 'The disk of PostgreSQL is full (53100)';
  expect(of('database')).toMatchObject([{ times: 1, msg: expect.stringContaining(where) }]);
  const { body } = await createSocketDesk(server).call('adminStatus');
  expect(body.warnings.join('\n')).toContain(where);
});

test('lines come once a minute however often it happens, and what is an hour old is over', () => {
  const said: object[] = [];
  let now = 0;
  const notes = createUnwritten(
    { error: (line: object) => void said.push(line), info: () => undefined },
    () => new Date(now),
  );
  for (; now < 150_000; now += 100) notes.note('database', 'No room.');
  expect(said).toMatchObject([
    { times: 1, sinceLastLine: 1 },
    { times: 601, sinceLastLine: 600 },
    { times: 1201, sinceLastLine: 600 },
  ]);
  expect(notes.read()).toMatchObject([{ what: 'database', message: 'No room.', times: 1500, since: new Date(0) }]);
  now += 3_600_001;
  expect(notes.read()).toEqual([]);
});

test('what the embedded database throws of a full disk is told in the log, though it is no error', () => {
  expect(describeError({ name: 'ErrnoError', errno: 51 })).toMatchObject({
    message: expect.stringMatching(/disk is full/),
  });
  expect(describeError({ secret: 'x' })).toBe('(no error)');
});
