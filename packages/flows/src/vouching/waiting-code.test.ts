import { OWN_LIMITS, VOUCHING_CODE_LIFE_MS } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, said, settle, unreachable } from '../fake-ports.ts';
import { selectWaitingCode, waitingCodeMachine } from './waiting-code.ts';

const SESSION = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  const codes = ['K7QM-4X9P', 'AAAA-BBBB'];
  ports.onCall('createVouchingCode', () => answered({ code: codes.shift(), expiresAt: '2026-01-01T01:00:00.000Z' }));
});

async function open(sessionId: string | null = SESSION) {
  const actor = createActor(waitingCodeMachine, { clock, input: { ports, sessionId } }).start();
  await settle();
  return () => selectWaitingCode(actor.getSnapshot());
}

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

test('the page has a code of its own device session, and another one before it is over', async () => {
  const code = await open();
  expect(code()).toBe('K7QM-4X9P');
  expect(ports.calls).toEqual([{ name: 'createVouchingCode', input: { body: { sessionId: SESSION } } }]);
  await advance(VOUCHING_CODE_LIFE_MS - 30_001);
  expect(code()).toBe('K7QM-4X9P');
  await advance(1);
  expect(code()).toBe('AAAA-BBBB');
});

test('where none is given there is none, and no one asks again', async () => {
  ports.onCall('createVouchingCode', () => refused(409, 'not_possible'));
  const code = await open();
  await advance(VOUCHING_CODE_LIFE_MS);
  expect([code(), ports.calls.length]).toEqual([null, 1]);
});

test.each([unreachable, refused(429, 'too_many_attempts'), refused(409, 'report_missing')])(
  'after %j it is asked for again in a while',
  async (answer) => {
    ports.onCall('createVouchingCode', () => answer);
    const code = await open();
    expect(code()).toBeNull();
    ports.onCall('createVouchingCode', () => answered({ code: 'K7QM-4X9P', expiresAt: '' }));
    await advance(OWN_LIMITS.leaveRetryMs);
    expect(code()).toBe('K7QM-4X9P');
  },
);

test('in the first version the client says in what it signs which session it is', async () => {
  ports.onMessage('get-device-info', () => said({ signedReport: { protected: '', payload: '%', signature: '' } }));
  const code = await open(null);
  expect([code(), ports.calls.length]).toEqual([null, 0]);
  expect(ports.messages.map(({ type }) => type)).toEqual(['get-device-info']);
});
