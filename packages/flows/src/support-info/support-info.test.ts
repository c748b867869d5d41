import { LIMITS } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, settle, unreachable } from '../fake-ports.ts';
import { selectSupportInfo, supportInfoMachine } from './support-info.ts';

const INFO = {
  helpCenterUrl: 'https://help.example',
  phone: '+49 30 1234567',
  phoneHours: '8–17',
  email: '',
  supportWebSite: '',
  requestSupportUrl: '',
  shareScreenUrl: '',
};

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
});

const tries = () => ports.calls.filter(({ name }) => name === 'supportInfo').length;
const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

async function start() {
  const actor = createActor(supportInfoMachine, { clock, input: { ports } }).start();
  await settle();
  return () => selectSupportInfo(actor.getSnapshot());
}

test('asks once when that is answered', async () => {
  ports.onCall('supportInfo', () => answered(INFO));
  expect((await start())()).toEqual(INFO);
  await advance(LIMITS.supportInfoRetryDelayMs);
  expect(ports.calls).toHaveLength(1);
});

test('[S8.017, S8.018] shows the default, which holds no number, and replaces it when a try succeeds', async () => {
  ports.onCall('supportInfo', () => unreachable);
  const info = await start();
  expect(Object.values(info())).toEqual(['', '', '', '', '', '', '']);
  ports.onCall('supportInfo', () => answered(INFO));
  await advance(LIMITS.supportInfoRetryDelayMs);
  expect(info().phone).toBe('+49 30 1234567');
});

test('[S8.019] tries again at its interval, and not for ever', async () => {
  ports.onCall('supportInfo', () => unreachable);
  const info = await start();
  for (let count = 1; count < LIMITS.supportInfoRetries; count += 1) {
    expect(tries()).toBe(count);
    await advance(LIMITS.supportInfoRetryDelayMs - 1);
    expect(tries()).toBe(count);
    await advance(1);
  }
  expect(tries()).toBe(8);
  ports.onCall('supportInfo', () => answered(INFO));
  await advance(LIMITS.supportInfoRetryDelayMs * 10);
  expect(tries()).toBe(8);
  expect(info().phone).toBe('');
});

test('no one signed in: takes the block that needs no session, and leads nowhere else', async () => {
  ports.onCall('supportInfo', () => refused(401, 'not_signed_in'));
  ports.onCall('publicSupportInfo', () => answered({ ...INFO, companyName: 'Alderbrook', productName: 'Workplace' }));
  expect((await start())()).toMatchObject(INFO);
  expect(ports.visited).toEqual([]);
});
