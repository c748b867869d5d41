import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyStateMachine, createActor, SimulatedClock } from 'xstate';
import { compatibilityLookMachine } from './compatibility-look/compatibility-look.ts';
import { connectionIssuesMachine } from './connection-issues/connection-issues.ts';
import { accountIdWaitMachine } from './download-start/account-id-wait.ts';
import { downloadStartMachine } from './download-start/download-start.ts';
import { downloadMachine } from './download-start/download.ts';
import { firefoxExtensionMachine } from './download-start/firefox-extension.ts';
import { extensionStatusMachine } from './extension-status/extension-status.ts';
import { settle } from './fake-ports.ts';
import { CHROME } from './home/testing/start-home.ts';
import { createHostilePorts, hostility, SCREENS, watch } from './home/testing/hostile-ports.ts';
import { liveChatMachine } from './live-chat/live-chat.ts';
import { skipInstallationMachine } from './skip-installation/skip-installation.ts';
import { computerFactsMachine } from './support-info/computer-facts.ts';
import { ownReportMachine } from './support-info/own-report.ts';
import { supportInfoMachine } from './support-info/support-info.ts';
import { enterWithTemporaryAccessMachine } from './temporary-access/enter-with-temporary-access.ts';
import { watchTemporaryAccessMachine } from './temporary-access/watch-temporary-access.ts';

const PAGES: readonly AnyStateMachine[] = [
  accountIdWaitMachine,
  compatibilityLookMachine,
  computerFactsMachine,
  connectionIssuesMachine,
  downloadMachine,
  downloadStartMachine,
  enterWithTemporaryAccessMachine,
  extensionStatusMachine,
  firefoxExtensionMachine,
  liveChatMachine,
  ownReportMachine,
  skipInstallationMachine,
  supportInfoMachine,
  watchTemporaryAccessMachine,
];

const input = fc.record({
  mode: fc.constantFrom('frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'),
  isUpdater: fc.boolean(),
  isSafari: fc.boolean(),
  isFirefox: fc.boolean(),
  loginMarker: fc.option(fc.uuid(), { nil: null }),
});

const step = fc.oneof(
  fc.constantFrom(0, 100, 500, 1000, 2500, 5000, 30_000, 120_000),
  fc.constantFrom(
    { type: 'user.choose', choice: 'installed' },
    { type: 'user.choose', choice: 'not-installed' },
    { type: 'user.continue' },
    { type: 'user.download' },
    { type: 'user.open-link' },
    { type: 'user.restart' },
    { type: 'user.try-again' },
    { type: 'page.back' },
  ),
);

/** Charts fetch parts of themselves when they need them. */
async function settleAll(): Promise<void> {
  await settle();
  await new Promise((resolve) => setImmediate(resolve));
  await settle();
}

test.each(PAGES.map((machine) => [machine.id, machine] as const))(
  'whatever anybody answers, %s neither fails nor asks without end nor leaves this site',
  async (_, machine) => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          hostile: hostility,
          input,
          steps: fc.array(step, { maxLength: 6 }),
          isExtensionThere: fc.boolean(),
        }),
        async ({ hostile, input: given, steps, isExtensionThere }) => {
          const ports = createHostilePorts(hostile);
          ports.isExtensionThere = isExtensionThere;
          const { watched, guarded } = watch(ports);
          const clock = new SimulatedClock();
          const actor = createActor(machine, {
            clock,
            input: { ...given, ports: guarded, load: async () => isExtensionThere, readVisitor: async () => CHROME },
          });
          const failures: unknown[] = [];
          actor.subscribe({ error: (failure) => failures.push(failure) });
          actor.start();
          for (const next of [0, ...steps]) {
            watched.asked = 0;
            if (typeof next === 'number') clock.increment(next);
            else if (actor.getSnapshot().status === 'active') actor.send(next);
            await settleAll();
            expect([failures, watched.isLoop]).toEqual([[], false]);
            expect(actor.getSnapshot().status).not.toBe('error');
          }
          for (const path of ports.visited) expect(SCREENS).toContain(path);
          for (const path of ports.left) {
            expect(new URL(path, 'https://gate.example').origin).toBe('https://gate.example');
          }
          actor.stop();
        },
      ),
      { numRuns: 100 },
    );
  },
  60_000,
);
