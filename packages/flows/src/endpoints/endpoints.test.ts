import { type Endpoint, LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, unreachable } from '../fake-ports.ts';
import { endpointsMachine } from './endpoints.ts';
import { throughEndpoints } from './through-endpoints.ts';

const MAIN: Endpoint = { id: 'main', url: 'https://gate.example', isMain: true };
const SECOND: Endpoint = { id: 'second', url: 'https://devices.example', isMain: false };
const THIRD: Endpoint = { id: 'third', url: 'https://further.example', isMain: false };

let ports: FakePorts;
let down: Set<string>;
let clock: SimulatedClock;

beforeEach(() => {
  down = new Set();
  clock = new SimulatedClock();
  ports = createFakePorts();
  ports.onCall('checkResult', (input) =>
    down.has((input as { endpoint?: string }).endpoint ?? '') ? unreachable : answered(null, 204),
  );
});

function start(endpoints: readonly Endpoint[] = [MAIN, SECOND, THIRD]) {
  const actor = createActor(endpointsMachine, { clock }).start();
  const server = throughEndpoints(ports.server, actor);
  if (endpoints.length > 0) actor.send({ type: 'endpoints.known', endpoints });
  return { actor, server, context: () => actor.getSnapshot().context };
}

const ask = (server: FakePorts['server']) =>
  server.call('checkResult', { query: { sessionId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' }, token: 't' });
const asked = () => ports.calls.map(({ input }) => (input as { endpoint?: string }).endpoint);

describe('the endpoints list', () => {
  test('[S3.086, S3.087, S3.088] starts unknown and empty, at the first', () => {
    expect(start([]).context()).toEqual({ init: false, endpoints: [], activeEndpoint: 0, isMain: true });
  });

  test('[S3.089] begins at the main one, wherever it stands', () => {
    expect(start([]).context().isMain).toBe(true);
    expect(start([SECOND, MAIN]).context()).toMatchObject({ init: true, activeEndpoint: 1, isMain: true });
    expect(start([SECOND, THIRD]).context()).toMatchObject({ activeEndpoint: 0, isMain: true });
  });
});

describe('a device call', () => {
  test('[S4.100, S4.101, S8.008] without an answer is made again at the next endpoint, and later calls stay there', async () => {
    const { server, context } = start();
    down.add(MAIN.url);
    expect(await ask(server)).toMatchObject({ kind: 'answer' });
    expect(asked()).toEqual([MAIN.url, SECOND.url]);
    expect(context()).toMatchObject({ activeEndpoint: 1, isMain: false });
    await ask(server);
    expect(asked().at(-1)).toBe(SECOND.url);
  });

  test('is made once at each endpoint, and then given back to its caller', async () => {
    const { server, context } = start();
    for (const { url } of [MAIN, SECOND, THIRD]) down.add(url);
    expect(await ask(server)).toEqual(unreachable);
    expect(asked()).toEqual([MAIN.url, SECOND.url, THIRD.url]);
    expect(context()).toMatchObject({ activeEndpoint: 0, isMain: true });
  });

  test('that is refused is no reason to switch', async () => {
    ports.onCall('checkResult', () => refused(401, 'session_expired'));
    const { server, context } = start();
    expect(await ask(server)).toMatchObject({ kind: 'refused' });
    expect([asked().length, context().isMain]).toEqual([1, true]);
  });

  test('that fails together with another at one endpoint moves on by one', async () => {
    const { server, context } = start();
    down.add(MAIN.url);
    await Promise.all([ask(server), ask(server)]);
    expect(context().activeEndpoint).toBe(1);
  });

  test('with one endpoint, or none that is known, stays', async () => {
    down.add(MAIN.url);
    const only = start([MAIN]);
    expect(await ask(only.server)).toEqual(unreachable);
    expect(only.context()).toMatchObject({ activeEndpoint: 0, isMain: true });
    const none = start([]);
    await ask(none.server);
    expect(asked().at(-1)).toBeUndefined();
  });

  test('[S4.102, S9.023] goes to the main one again some time after that was left', async () => {
    const { server, context } = start();
    down.add(MAIN.url);
    await ask(server);
    clock.increment(60_000);
    down.add(SECOND.url);
    await ask(server);
    expect(context().activeEndpoint).toBe(2);
    down.clear();
    clock.increment(LIMITS.backToMainEndpointAfterMs - 60_001);
    await ask(server);
    expect(asked().at(-1)).toBe(THIRD.url);
    clock.increment(1);
    expect(context()).toMatchObject({ activeEndpoint: 0, isMain: true });
    await ask(server);
    expect(asked().at(-1)).toBe(MAIN.url);
  });

  test('leaves the main one again when it still fails', async () => {
    const { server, context } = start([MAIN, SECOND]);
    down.add(MAIN.url);
    await ask(server);
    clock.increment(LIMITS.backToMainEndpointAfterMs);
    await ask(server);
    expect(context().activeEndpoint).toBe(1);
    clock.increment(LIMITS.backToMainEndpointAfterMs - 1);
    expect(context().isMain).toBe(false);
    clock.increment(1);
    expect(context().isMain).toBe(true);
  });
});

describe('other calls', () => {
  test.each(['samlResponse', 'settings', 'accessToken'] as const)('%s goes to the page’s own origin', async (name) => {
    const { server, context } = start();
    await server.call(name, {});
    expect(ports.calls).toEqual([{ name, input: {} }]);
    expect(context().isMain).toBe(true);
  });

  test('an upload that fails moves on, if it was of the endpoint that is asked now', async () => {
    const { server, context } = start();
    await server.upload(`${SECOND.url}/api/devices/v2/upload/1`, '{}');
    expect(context().activeEndpoint).toBe(0);
    await server.upload(`${MAIN.url}/api/devices/v2/upload/1`, '{}');
    expect(context().activeEndpoint).toBe(1);
    ports.onCall('upload', () => refused(409, 'report_replayed'));
    await server.upload(`${SECOND.url}/api/devices/v2/upload/1`, '{}');
    expect(context().activeEndpoint).toBe(1);
  });
});
