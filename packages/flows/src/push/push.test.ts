import { OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import { pushMachine, type PushReport, type PushSaid } from './push.ts';

let heard: PushReport[];
let say: (said: PushSaid) => void;
let isListening: boolean;
let clock: SimulatedClock;

beforeEach(() => {
  heard = [];
  isListening = false;
  clock = new SimulatedClock();
});

function start() {
  const listen = (hear: (said: PushSaid) => void) => {
    say = hear;
    isListening = true;
    return () => {
      isListening = false;
    };
  };
  const parent = createMachine({
    invoke: { id: 'push', src: pushMachine, input: { from: 'server', listen } },
    on: { 'push.*': { actions: ({ event }) => heard.push(event as unknown as PushReport) } },
  });
  return createActor(parent, { clock }).start();
}

const types = () => heard.map(({ type }) => type);

describe('push', () => {
  test('counts as connected from the first heartbeat on, and the parent asks once', () => {
    start();
    expect(heard).toEqual([]);
    say({ said: 'heartbeat' });
    expect(heard).toEqual([
      { type: 'push.connected', from: 'server' },
      { type: 'push.look', subject: null },
    ]);
    say({ said: 'heartbeat' });
    expect(heard).toHaveLength(2);
  });

  test('is lost a set time after the last heartbeat, and not before', () => {
    start();
    say({ said: 'heartbeat' });
    clock.increment(OWN_LIMITS.pushHeartbeatIntervalMs);
    say({ said: 'heartbeat' });
    clock.increment(OWN_LIMITS.pushLostAfterMs - 1);
    expect(types()).not.toContain('push.lost');
    clock.increment(1);
    expect(heard.at(-1)).toEqual({ type: 'push.lost', from: 'server' });
    say({ said: 'heartbeat' });
    expect(types().filter((type) => type === 'push.connected')).toHaveLength(2);
  });

  test('says what to look at; a connection that was made again says that no one knows what', () => {
    start();
    say({ said: 'look', subject: 'policy' });
    say({ said: 'look', subject: 'temporary-access' });
    say({ said: 'connected' });
    expect(heard.slice(1)).toEqual([
      { type: 'push.look', subject: 'policy' },
      { type: 'push.look', subject: 'temporary-access' },
      { type: 'push.look', subject: null },
    ]);
  });

  test('counts what is said as a sign of life', () => {
    start();
    say({ said: 'heartbeat' });
    clock.increment(OWN_LIMITS.pushLostAfterMs - 1);
    say({ said: 'look', subject: 'check-result' });
    clock.increment(OWN_LIMITS.pushLostAfterMs - 1);
    expect(types()).not.toContain('push.lost');
  });

  test('ends with its parent', () => {
    const actor = start();
    expect(isListening).toBe(true);
    actor.stop();
    expect(isListening).toBe(false);
  });
});
