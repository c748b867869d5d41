import { findAuditEntries } from '../repositories/audit-log.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '../database/schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { ServerContext } from './server-context.ts';
import { audit } from '../subjects/audit/audit.ts';

let server: TestServer;
let context: ServerContext;
beforeAll(async () => {
  server = await startTestServer();
  context = await server.company();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.advance(120_000);
  await context.unsigned.flush(context.database, context.now(), true);
  await context.database.delete(auditEntries);
});

const refuse = (address = '192.0.2.1', more = {}) =>
  audit(
    context,
    { address, correlationId: 'one' },
    { action: 'device-report', outcome: 'refused', details: { code: 'upload_unknown' }, ...more },
  );
const entries = () => findAuditEntries(context.database, undefined);
const flush = (isLast = false) => context.unsigned.flush(context.database, context.now(), isLast);

test('the first is written at once, those that follow as one line a minute with their number', async () => {
  for (let index = 0; index < 50; index += 1) await refuse(`192.0.2.${index % 9}`);
  expect(await entries()).toHaveLength(1);
  await flush();
  expect(await entries()).toHaveLength(1);
  server.advance(60_000);
  await flush();
  const [line, first, ...more] = await entries();
  expect(more).toEqual([]);
  expect(first?.details).toEqual({ code: 'upload_unknown' });
  expect(line).toMatchObject({ action: 'device-report', outcome: 'refused', actor: null, target: null });
  expect(line?.details).toMatchObject({ code: 'upload_unknown', count: 49, addresses: expect.any(Array) });
  expect(line?.details['addresses']).toHaveLength(5);
  // Who goes on for ten minutes leaves a line in each.
  for (let minute = 0; minute < 10; minute += 1) {
    for (let index = 0; index < 10; index += 1) await refuse();
    server.advance(60_000);
    await flush();
  }
  expect(await entries()).toHaveLength(12);
});

test('what was counted is written when the server stops', async () => {
  for (let index = 0; index < 3; index += 1) await refuse();
  await flush(true);
  expect((await entries()).map(({ details }) => details['count'])).toEqual([2, undefined]);
});

test('other actions, codes and accounts are counted by themselves, up to a bound; what is signed is written each time', async () => {
  for (let index = 0; index < 3; index += 1) {
    await refuse();
    await refuse('192.0.2.1', { details: { code: 'upload_over' } });
    await refuse('192.0.2.1', { action: 'sign-in', target: 'nadia', about: 'nadia' });
    await refuse('192.0.2.1', { action: 'sign-in', target: 'tomas', about: 'tomas' });
    await refuse('192.0.2.1', { action: 'sign-in', target: `made up ${index}` });
  }
  expect(await entries()).toHaveLength(5);
  for (let index = 0; index < 3; index += 1) await refuse('192.0.2.1', { actor: 'nadia' });
  expect(await entries()).toHaveLength(8);
  for (let index = 0; index < 2000; index += 1) await refuse('192.0.2.1', { details: { code: `code ${index}` } });
  expect((await entries()).length).toBeLessThan(520);
});

test('the line of what is about one of ours says which; what is proven is written each time', async () => {
  for (let index = 0; index < 3; index += 1) {
    await refuse('192.0.2.1', { action: 'saml-response', target: 'the application', about: 'one' });
    await refuse('192.0.2.1', { action: 'upstream', target: 'Microsoft', isProven: true });
  }
  expect(await entries()).toHaveLength(4);
  await flush(true);
  const [line] = await entries();
  expect(line).toMatchObject({ target: 'the application', details: { code: 'upload_unknown', count: 2 } });
});

test('of many accounts at once twenty have a line of their own, and the others one that names the first', async () => {
  const guess = (index: number) =>
    refuse('192.0.2.1', { action: 'sign-in', target: `person-${index}`, about: `id-${index}` });
  for (let index = 0; index < 400; index += 1) await guess(index);
  // Twenty, and the first of those that share a line.
  expect(await entries()).toHaveLength(21);
  server.advance(60_000);
  await flush();
  const [line, ...before] = await entries();
  expect(before).toHaveLength(21);
  expect(line).toMatchObject({ action: 'sign-in', target: null, details: { count: 379 } });
  expect(line?.details['targets']).toEqual([21, 22, 23, 24, 25].map((index) => `person-${index}`));
  // Another code of theirs, and who guesses at one account alone, are told apart as before.
  await refuse('192.0.2.1', { action: 'sign-in', target: 'nadia', about: 'nadia', details: { code: 'other' } });
  expect((await entries())[0]).toMatchObject({ target: 'nadia' });
});
