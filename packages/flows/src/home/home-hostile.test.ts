import fc from 'fast-check';
import type { Visitor } from '@vestibule/policy';
import { beforeAll, expect, test } from 'vitest';
import type { FakePorts } from '../fake-ports.ts';
import type { HomeEvent } from './home-setup.ts';
import { createHostilePorts, hostility } from './testing/hostile-ports.ts';
import { hostileText } from './testing/arbitrary-of.ts';
import { CHROME, startHome, warmUp } from './testing/start-home.ts';

const PHASES = ['determining', 'connecting', 'scanning', 'issues', 'passed', 'trouble'];
/** The screens to which home leads. */
const SCREENS = [
  '/session-expired',
  '/v2/session-expired',
  '/user-blocked',
  '/service-error',
  '/compatibility',
  '/download',
  '/download-updater',
  '/firefox-extension',
  '/temporary-access',
];
/** More questions than this without time passing are a loop. */
const PATIENCE = 120;

const visitor: fc.Arbitrary<Visitor> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(CHROME) },
  fc.record({
    system: fc.constantFrom('windows', 'macos', 'linux', 'mobile', 'other') as fc.Arbitrary<Visitor['system']>,
    systemVersion: hostileText,
    browser: fc.constantFrom('Chrome', 'Edge', 'Safari', 'Firefox', 'Opera') as fc.Arbitrary<Visitor['browser']>,
    browserVersion: hostileText,
  }),
);

const types = fc.subarray(['FirewallEnable', 'DeviceEncrypted', 'ManagedDevice', 'RmmAgent'] as const);
type Step =
  | { readonly wait: number }
  | { readonly event: HomeEvent }
  | { readonly push: 'heartbeat' | 'device-changed' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(0, 100, 500, 1000, 2000, 3000, 5000, 10_000, 120_000).map((wait) => ({ wait })),
  fc
    .oneof(
      types.map((chosen): HomeEvent => ({ type: 'user.fix', types: chosen })),
      fc.constantFrom<HomeEvent>(
        { type: 'user.continue' },
        { type: 'user.check-again' },
        { type: 'user.confirm-demo' },
        { type: 'user.decline-demo' },
        { type: 'user.try-again' },
        { type: 'user.enroll' },
        { type: 'user.enrollment-ok' },
        { type: 'user.continue-encryption' },
        { type: 'user.accept-eula' },
        { type: 'user.close-modal' },
      ),
    )
    .map((event) => ({ event })),
  fc.constantFrom<Step>({ push: 'heartbeat' }, { push: 'device-changed' }),
);

/** Counts what is asked in one go; whoever asks for ever gets no more answers, so that the test ends and fails. */
function watch(ports: FakePorts) {
  const watched = { asked: 0, isLoop: false };
  const stops = () => {
    watched.asked += 1;
    watched.isLoop ||= watched.asked > PATIENCE;
    return watched.isLoop;
  };
  const { server, client } = ports;
  const never = () => new Promise<never>(() => undefined);
  const guarded: FakePorts = {
    ...ports,
    server: {
      call: (name, input) => (stops() ? never() : server.call(name, input)),
      upload: (address, text) => (stops() ? never() : server.upload(address, text)),
    },
    client: { ...client, send: (type, request) => (stops() ? never() : client.send(type, request)) },
  };
  return { watched, guarded };
}

beforeAll(warmUp);

test('whatever server, client, cookies and storage say, the page stands on a known phase and stays on this site', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        hostile: hostility,
        steps: fc.array(step, { maxLength: 8 }),
        visitor,
        isStatusPage: fc.boolean(),
        isPending: fc.boolean(),
        isExtensionThere: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
        skipsAnimation: fc.boolean(),
        back: fc.option(hostileText, { nil: null }),
      }),
      async ({ hostile, steps, isPending, isExtensionThere, ...options }) => {
        const ports = createHostilePorts(hostile);
        ports.isExtensionThere = isExtensionThere;
        const { watched, guarded } = watch(ports);
        const home = await startHome(guarded, { ...options, ...(isPending ? {} : { loginMarker: null }) });
        const failures: unknown[] = [];
        home.actor.subscribe({ error: (failure) => failures.push(failure) });
        for (const next of [{ wait: 0 }, ...steps]) {
          watched.asked = 0;
          if ('wait' in next) await home.advance(next.wait);
          else if ('event' in next) await home.send(next.event);
          else await home.pushed(next.push);
          const { phase } = home.view();
          seen.add(phase);
          expect(PHASES).toContain(phase);
          expect([failures, home.actor.getSnapshot().status, watched.isLoop]).toEqual([[], 'active', false]);
        }
        for (const path of ports.visited) expect(SCREENS).toContain(path);
        for (const path of ports.left)
          expect(new URL(path, 'https://gate.example').origin).toBe('https://gate.example');
        home.actor.stop();
      },
    ),
    { numRuns: 200 },
  );
  // Whoever never gets beyond the first step has proved nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['connecting', 'issues', 'trouble']));
}, 60_000);
