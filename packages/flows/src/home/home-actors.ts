import { fromCallback, fromPromise } from 'xstate';
import { obtainLeave } from '../continuation/obtain-leave.ts';
import { deviceFlowMachine } from '../device-flow/device-flow.ts';
import { endpointsMachine } from '../endpoints/endpoints.ts';
import type { ExtensionStatusInput } from '../extension-status/extension-status.ts';
import type { FirstVersionInput } from '../first-version/first-version-setup.ts';
import { runFixes } from '../fix/fix-steps.ts';
import { given } from '../given.ts';
import { lazyChart } from '../lazy-chart/lazy-chart.ts';
import type { ModalsInput } from '../modals/modals-types.ts';
import { pushMachine } from '../push/push.ts';
import type { RestrictedSessionInput } from '../restricted-session/restricted-session.ts';
import { startupMachine } from '../startup/startup.ts';
import type { StatusLoopInput } from '../status-loop/status-loop.ts';
import { stepActor } from '../step-actor.ts';
import type { WatchTemporaryAccessInput } from '../temporary-access/watch-temporary-access.ts';
import type { HomeContext } from './home-context.ts';
import { continuationFor, runningFixes } from './home-decisions.ts';
import type { HomeEvent } from './home-events.ts';

/** What the home chart starts: other charts, steps that ask the server, and the ear for the client. */
export const homeActors = {
  endpoints: endpointsMachine,
  startup: startupMachine,
  restrictedSession: lazyChart<RestrictedSessionInput>({
    reports: ['flow.'],
    load: async () => (await import('../restricted-session/restricted-session.ts')).restrictedSessionMachine,
  }),
  deviceFlow: deviceFlowMachine,
  push: pushMachine,
  firstVersion: lazyChart<FirstVersionInput>({
    reports: ['flow.', 'extension.'],
    load: async () => (await import('../first-version/first-version.ts')).firstVersionMachine,
  }),
  statusLoop: lazyChart<StatusLoopInput>({
    reports: ['flow.'],
    load: async () => (await import('../status-loop/status-loop.ts')).statusLoopMachine,
  }),
  modals: lazyChart<ModalsInput>({
    reports: ['modals.'],
    load: async () => (await import('../modals/modals.ts')).modalsMachine,
  }),
  temporaryAccess: lazyChart<WatchTemporaryAccessInput>({
    reports: ['access.'],
    load: async () => (await import('../temporary-access/watch-temporary-access.ts')).watchTemporaryAccessMachine,
  }),
  extensionStatus: lazyChart<ExtensionStatusInput>({
    reports: ['extension.'],
    load: async () => (await import('../extension-status/extension-status.ts')).extensionStatusMachine,
  }),
  obtainLeave: stepActor((input: HomeContext) => {
    const { kind } = continuationFor(input);
    if (kind === 'page') throw new Error('A page is gone to without asking the server.');
    const { ports, session, loginMarker, visit, result, accountId } = input;
    const nonce = result?.nonce ?? null;
    const asked = { ports, session, nonce, hasExtension: accountId === null, origin: visit.origin, kind };
    return obtainLeave({ ...asked, loginMarker: given(loginMarker) });
  }),
  runFixes: fromPromise(({ input }: { input: HomeContext }) =>
    runFixes({
      ports: input.ports,
      session: input.session,
      signIn: given(input.start).settings.signIn,
      types: runningFixes(input),
    }),
  ),
  listenToClient: fromCallback<HomeEvent, HomeContext>(({ input, sendBack }) =>
    input.ports.client.subscribe((push) => sendBack({ type: 'push.heard', push })),
  ),
};
