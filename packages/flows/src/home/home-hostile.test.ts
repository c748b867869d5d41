import fc from 'fast-check';
import type { Visitor } from '@vestibule/policy';
import { beforeAll, expect, test, vi } from 'vitest';
import type { HomeEvent } from './home-events.ts';
import { createHostilePorts, hostility, SCREENS, watch } from './testing/hostile-ports.ts';
import { hostileText } from './testing/arbitrary-of.ts';
import { CHROME, startHome, warmUp } from './testing/start-home.ts';

const PHASES = ['determining', 'connecting', 'scanning', 'issues', 'passed', 'trouble'];
const visitor: fc.Arbitrary<Visitor> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(CHROME) },
  fc.record({
    system: fc.constantFrom('windows', 'macos', 'linux', 'mobile', 'other'),
    systemVersion: hostileText,
    browser: fc.constantFrom('Chrome', 'Edge', 'Safari', 'Firefox', 'Opera'),
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

beforeAll(warmUp);

test('whatever server, client, cookies and storage say, the page stands on a known phase and stays on this site', async () => {
  const seen = new Set<string>();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        hostile: hostility,
        steps: fc.array(step, { maxLength: 8 }),
        visitor,
        isStatusPage: fc.boolean(),
        isFirstVersion: fc.boolean(),
        isPending: fc.boolean(),
        isExtensionThere: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
        skipsAnimation: fc.boolean(),
        back: fc.option(hostileText, { nil: null }),
      }),
      async ({ hostile, steps, isPending, isFirstVersion, isExtensionThere, ...options }) => {
        const ports = createHostilePorts(hostile, isFirstVersion);
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
  // An answer that comes after its chart has ended comes to nothing, which XState mentions.
  const others = warned.mock.calls.filter(
    ([text]) => !/^Event "xstate\.done\..*was sent to stopped actor/.test(String(text)),
  );
  expect(others).toEqual([]);
  // Anyone who never gets beyond the first step has proved nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['connecting', 'scanning', 'issues']));
}, 60_000);
