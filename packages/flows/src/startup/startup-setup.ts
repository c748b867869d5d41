import { BASE_PATH, type CheckResult, LIMITS, MINIMUM_VERSIONS, OWN_LIMITS } from '@vestibule/contracts';
import { compareVersions } from '@vestibule/policy';
import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import { askNameLogic, type NameReport } from './ask-name.ts';
import { deviceFlowMachine } from '../device-flow/device-flow.ts';
import type { DeviceFlowInput, FlowReport } from '../device-flow/device-flow-types.ts';
import { fromCall, fromMessage, type StepFailure } from '../device-flow/step-result.ts';
import { AFTER_CLIENT_FOUND } from '../download-start/set-up-steps.ts';
import { given } from '../given.ts';
import { isNotMendedByInstalling, troubleOf } from '../trouble.ts';
import { lazyChart } from '../lazy-chart/lazy-chart.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import { sealedIn } from '../device-flow/steps.ts';
import { failureOf, stepActor } from '../step-actor.ts';
import {
  isCompatible,
  loadOnlineSettings,
  loadSignIn,
  loadSupportedVersions,
  type OfCompany,
  startOf,
  withoutUserIds,
} from './load-start.ts';
import type { WatchTemporaryAccessInput } from '../temporary-access/watch-temporary-access.ts';
import type { ModeEndingInput, ModeEndingReport } from './mode-ending.ts';
import type { Ports } from '../ports.ts';
import type { StartupContext, StartupInput, StartupReport } from './startup-types.ts';

type StartupEvent = ModeEndingReport | FlowReport | NameReport;

/** Reads this computer once, in passing: the verdict is the server's to keep. */
export function observationInput({ ports, start, loginMarker }: StartupContext): DeviceFlowInput {
  const push = { client: false, server: false };
  return { ports, push, signIn: given(start).settings.signIn, loginMarker, isFastCheckMode: false };
}

/** A list that did not come in time is the one by which this tab was let in a moment ago. */
function ofCompany({ memory }: StartupContext['ports'], company: StartupContext['company']): OfCompany {
  const supportedVersions = company.supportedVersions ?? memory.read('supportedVersions');
  return { online: company.online ?? null, supportedVersions };
}

function nameTriesOf({ visitor }: StartupContext): number {
  return visitor?.browser === 'Safari' ? LIMITS.deviceNameTriesInSafari : LIMITS.deviceNameTries;
}

function failureIn(event: StartupEvent | { readonly type: string; readonly error?: unknown }): StepFailure | null {
  if (event.type === 'name.failed' && 'failure' in event) return event.failure;
  return 'error' in event ? failureOf(event.error) : null;
}

/** Names of everything startup does. The chart itself is startup.ts. */
export const startupSetup = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: StartupContext; input: StartupInput; events: StartupEvent },
  actors: {
    /** The status page shows a computer: whose sign-in this tab was opened with is nothing to it. */
    loadSignIn: stepActor(
      ({ ports, loginMarker, visit: { isStatusPage, isMarkerRemembered = false } }: StartupContext) =>
        loadSignIn({ ports, loginMarker: isStatusPage ? null : loginMarker, isMarkerRemembered }),
    ),
    loadOnlineSettings: fromPromise(({ input }: { input: StartupContext }) => loadOnlineSettings(input.ports)),
    loadSupportedVersions: fromPromise(({ input }: { input: StartupContext }) => loadSupportedVersions(input.ports)),
    readVisitor: fromPromise(({ input }: { input: StartupContext }) => input.visit.readVisitor()),
    fetchDownloadParameters: stepActor(async ({ ports, start }: StartupContext) => {
      const loaded = await import('../download-start/installer.ts').catch(() => null);
      // A script that does not arrive is a server that does not.
      if (loaded === null) return { ok: false, failure: { kind: 'unreachable' } };
      const answer = await loaded.fetchInstaller({ ports, mode: given(start).mode, isUpdater: false, isAgent: false });
      return answer.kind === 'failed' ? { ok: false, failure: answer.failure } : { ok: true, value: null };
    }),
    checkByAccount: stepActor(async ({ ports }: StartupContext) => {
      const deviceId = given(ports.memory.read('deviceAccountId'));
      const query = { skipSamlResponse: 'true' } as const;
      const checked = await ports.server.call('checkByDevice', { parameters: { deviceId }, query });
      if (checked.kind === 'refused' && checked.status === 403) forgetAccount(ports);
      const result = fromCall(checked, false);
      return result.ok ? { ok: true, value: deviceId } : result;
    }),
    askName: askNameLogic,
    /** A client that does not answer keeps no one once the gate only observes. */
    watchGate: lazyChart<WatchTemporaryAccessInput>({
      reports: [],
      load: async () => (await import('../temporary-access/watch-temporary-access.ts')).watchTemporaryAccessMachine,
    }),
    deviceFlow: deviceFlowMachine,
    /** The computer shows which one it is: it opens the permit that came with the verdict. */
    openPermit: stepActor(async ({ ports, result }: { readonly ports: Ports; readonly result: CheckResult | null }) => {
      const sealed = sealedIn(result);
      if (sealed === null) return { ok: true, value: null };
      const opened = fromMessage(await ports.client.send('devices-v2/decrypt-permit', sealed));
      return opened.ok ? { ok: true, value: opened.value.permit } : opened;
    }),
    modeEnding: lazyChart<ModeEndingInput>({
      reports: ['ending.'],
      load: async () => (await import('./mode-ending.ts')).modeEndingMachine,
    }),
  },
  guards: {
    leadsAway: ({ event }) => {
      const failure = failureIn(event);
      return failure !== null && pathOfFailure(failure) !== null;
    },
    /** Where the policy only observes, anyone who comes as far as this was blocked, and is told that in any browser. */
    isCompatible: ({ context }) => isObserved(context) || isCompatible(given(context.visitor), given(context.start)),
    isObserved: ({ context }) => isObserved(context),
    isCompanyKnown: ({ context: { company } }) =>
      company.online !== undefined && company.supportedVersions !== undefined,
    isBlocked: ({ event }) =>
      event.type === 'flow.failed' && ['device-blocked', 'account-disabled'].includes(event.failure.kind),
    isExtensionPresent: ({ context }) => context.ports.client.isExtensionPresent(),
    isFirefox: ({ context }) => context.visitor?.browser === 'Firefox',
    mayTryAccount: ({ context: { visitor, ports } }) =>
      visitor?.browser === 'Edge' && ports.memory.read('deviceAccountId') !== null,
    hasMoreTries: ({ context }) => context.nameTries < nameTriesOf(context),
    isOfLastTry: ({ context, event }) => event.type === 'name.failed' && event.attempt >= nameTriesOf(context),
    isNotMendedByInstalling: ({ event }) => {
      const failure = failureIn(event);
      return failure !== null && isNotMendedByInstalling(failure);
    },
    isOldWindowsClient: ({ context }) => isOldWindowsClient(context),
    hasEnding: ({ context: { start, visit } }) =>
      !visit.isStatusPage && ['onboarding', 'onboarding-v3', 'install'].includes(given(start).mode),
  },
  actions: {
    goWhereItLeads: ({ context, event }) => {
      const failure = failureIn(event);
      const path = failure === null ? null : pathOfFailure(failure);
      if (path !== null) context.ports.page.goTo(path);
    },
    /** The server asks once more whether it may be, and opens the application. */
    goOnUnchecked: ({ context: { ports, loginMarker, proof } }) => {
      const shown = proof === null ? '' : `&proof=${encodeURIComponent(proof)}`;
      ports.page.leaveFor(`/saml/continue?login=${given(loginMarker)}&read=done${shown}`);
    },
    goTo: ({ context }, path: string) => context.ports.page.goTo(path),
    keepStart: assign(({ context: { ports, signedIn, company, visit, loginMarker } }) => {
      const { settings, pending } = given(signedIn);
      const shown = visit.isStatusPage ? withoutUserIds(settings) : settings;
      return {
        start: startOf(ports, { settings: shown, pending }, ofCompany(ports, company)),
        loginMarker: pending === null ? null : loginMarker,
      };
    }),
    tellLoaded: sendParent(
      ({ context }) => ({ type: 'startup.loaded', start: given(context.start) }) satisfies StartupReport,
    ),
    tellTrouble: sendParent(({ event }) => {
      const failure = failureIn(event);
      return {
        type: 'startup.trouble',
        trouble: failure === null ? null : troubleOf(failure),
        detail: failure?.kind === 'client' ? failure.detail : null,
      } satisfies StartupReport;
    }),
    tellReady: sendParent(
      ({ context }) => ({ type: 'startup.ready', client: given(context.client) }) satisfies StartupReport,
    ),
    tellReadyWithoutExtension: sendParent(
      (_, accountId: string) => ({ type: 'startup.ready-without-extension', accountId }) satisfies StartupReport,
    ),
    keepName: ({ context: { ports, client } }) => ports.memory.write('deviceName', given(client).deviceName),
    /** Safari takes an extension in after a new start, in a tab that knows nothing of this one: record 25. */
    keepQuickStart: ({ context: { ports, loginMarker, start, visitor } }) => {
      if (start?.mode !== 'quick-start' || visitor?.browser !== 'Safari' || loginMarker === null) return;
      ports.memory.write('quickStartRedirection', `${BASE_PATH}${AFTER_CLIENT_FOUND}?login=${loginMarker}`);
    },
    forgetQuickStart: ({ context: { ports } }) => ports.memory.forget('quickStartRedirection'),
    ask: sendTo('nameQuestions', ({ context }) => ({ type: 'ask', attempt: context.nameTries })),
    countTry: assign({ nameTries: ({ context }) => context.nameTries + 1 }),
    logFailure: ({ context, event }) => {
      const failure = failureIn(event);
      if (failure !== null) context.ports.log.write('startup', failure.kind === 'client' ? failure.code : failure.kind);
    },
  },
  delays: {
    observationPresence: OWN_LIMITS.observationPresenceMs,
    observationLimit: OWN_LIMITS.observationLimitMs,
    presence: LIMITS.extensionPresenceIntervalMs,
    presenceTimeout: LIMITS.extensionPresenceTimeoutMs,
    companyLimit: OWN_LIMITS.companySettingsLimitMs,
    nameRetry: LIMITS.deviceNameIntervalMs,
    retry: LIMITS.workflowRetryDelayMs,
  },
});

/** The other modes set something up, which no one can do in passing (record 28). */
function isObserved({ signedIn }: StartupContext): boolean {
  const pending = signedIn?.pending ?? null;
  return pending?.isObserved === true && pending.mode === 'frontline';
}

function forgetAccount({ memory }: StartupInput['ports']): void {
  for (const name of ['deviceAccountId', 'downloadParameters', 'deviceToken'] as const) memory.forget(name);
}

/** Not while onboarding-v3 runs, which brings its own client, and not while the updater is on its way. */
function isOldWindowsClient({ visitor, client, start, ports: { memory } }: StartupContext): boolean {
  if (visitor?.system !== 'windows') return false;
  if (compareVersions(given(client).clientVersion, MINIMUM_VERSIONS.windowsClient) >= 0) return false;
  const isOnboardingV3 = given(start).mode === 'onboarding-v3' || memory.read('onboardingV3Status') !== null;
  return !isOnboardingV3 && memory.read('isUpdaterInstalled') !== true;
}
