import { LIMITS } from '@vestibule/contracts';
import { beforeEach, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { settle } from '../fake-ports.ts';
import { logoMachine, selectLogo } from './logo.ts';

const ADDRESS = 'https://gate.example/logo.svg';

let asked: string[];
let isThere: boolean;
let clock: SimulatedClock;
beforeEach(() => {
  [asked, isThere, clock] = [[], false, new SimulatedClock()];
});

async function open(address: string | null) {
  const load = async (wanted: string) => {
    asked.push(wanted);
    return isThere;
  };
  const actor = createActor(logoMachine, { clock, input: { address, load } }).start();
  await settle();
  return () => selectLogo(actor.getSnapshot());
}

async function advance(milliseconds: number) {
  clock.increment(milliseconds);
  await settle();
}

test('a logo that loads is shown, and asked for once', async () => {
  isThere = true;
  const logo = await open(ADDRESS);
  await advance(LIMITS.logoRetryDelayMs);
  expect([logo(), asked]).toEqual([ADDRESS, [ADDRESS]]);
});

test('[S9.027] one that does not is tried again some times, with a pause between, and then the name stands alone', async () => {
  const logo = await open(ADDRESS);
  for (let retry = 1; retry <= LIMITS.logoRetries; retry += 1) {
    await advance(LIMITS.logoRetryDelayMs - 1);
    expect(asked).toHaveLength(retry);
    await advance(1);
    expect(asked).toHaveLength(retry + 1);
  }
  isThere = true;
  await advance(LIMITS.logoRetryDelayMs * 2);
  expect([logo(), asked.length]).toEqual([null, 6]);
});

test('one that comes back meanwhile is shown', async () => {
  const logo = await open(ADDRESS);
  expect(logo()).toBeNull();
  isThere = true;
  await advance(LIMITS.logoRetryDelayMs);
  expect(logo()).toBe(ADDRESS);
});

test('a company without one is not asked for any', async () => {
  const logo = await open(null);
  expect([logo(), asked]).toEqual([null, []]);
});
