import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type AnyEventObject,
  createActor,
  createMachine,
  fromCallback,
  sendParent,
  setup,
  SimulatedClock,
} from 'xstate';
import { settle } from '../fake-ports.ts';
import { lazyChart } from './lazy-chart.ts';

let heard: string[];
let said: string[];
let loads: number;
let isReachable: boolean;
let isOver: boolean;
let arrive: () => void;
let isListening: boolean;

beforeEach(() => {
  [heard, said, loads, isReachable, isOver, isListening] = [[], [], 0, true, false, false];
});

const chart = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: { name: string }; input: { name: string }; events: AnyEventObject },
  actors: {
    listen: fromCallback(() => {
      isListening = true;
      return () => {
        isListening = false;
      };
    }),
  },
  actions: { answer: sendParent(({ context }) => ({ type: 'flow.answer', name: context.name })) },
}).createMachine({
  context: ({ input }) => input,
  initial: 'open',
  states: {
    open: {
      invoke: {
        src: 'listen',
      },
      on: {
        ask: { actions: 'answer' },
        'device.changed': { actions: ({ event }) => said.push(event.type) },
        end: 'over',
      },
    },
    over: { type: 'final' },
  },
});

async function start() {
  const clock = new SimulatedClock();
  const lazy = lazyChart<{ name: string }>({
    reports: ['flow.'],
    load: async () => {
      loads += 1;
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
      return chart;
    },
  });
  const parent = createMachine({
    invoke: {
      id: 'lazy',
      src: lazy,
      input: { name: 'Nadia' },
      onDone: {
        actions: () => {
          isOver = true;
        },
      },
    },
    on: { 'flow.*': { actions: ({ event }) => heard.push(`${event.type} ${String(event['name'])}`) } },
  });
  const actor = createActor(parent, { clock }).start();
  const child = actor.getSnapshot().children['lazy'] as { send(event: AnyEventObject): void };
  return {
    actor,
    send: async (type: string) => {
      child.send({ type });
      await settle();
    },
    advance: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
  };
}

describe('a chart that is fetched when it is needed', () => {
  test('gets its input, hears its parent and is heard by it', async () => {
    const { send } = await start();
    arrive();
    await settle();
    await send('ask');
    await send('device.changed');
    expect(heard).toEqual(['flow.answer Nadia']);
    expect(said).toEqual(['device.changed']);
    expect(loads).toBe(1);
  });

  test('hears afterwards what was said before it was there, in order', async () => {
    const { send } = await start();
    await send('device.changed');
    await send('ask');
    expect([said, heard]).toEqual([[], []]);
    arrive();
    await settle();
    expect(said).toEqual(['device.changed']);
    expect(heard).toEqual(['flow.answer Nadia']);
  });

  test('that cannot be fetched is fetched again', async () => {
    isReachable = false;
    const { advance, send } = await start();
    arrive();
    await settle();
    await send('device.changed');
    isReachable = true;
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(loads).toBe(1);
    await advance(1);
    expect(loads).toBe(2);
    arrive();
    await settle();
    expect(said).toEqual(['device.changed']);
  });

  test('a chart that ends on the first thing it is told is told nothing more', async () => {
    const { send } = await start();
    await send('end');
    // To an actor that has stopped XState complains at the console, and that fails a test.
    await send('ask');
    arrive();
    await settle();
    expect([isOver, heard]).toEqual([true, []]);
  });

  test('ends with its chart', async () => {
    const { send } = await start();
    arrive();
    await settle();
    await send('end');
    expect(isOver).toBe(true);
  });

  test('stops its chart with itself', async () => {
    const { actor } = await start();
    arrive();
    await settle();
    expect(isListening).toBe(true);
    actor.stop();
    expect(isListening).toBe(false);
  });
});
