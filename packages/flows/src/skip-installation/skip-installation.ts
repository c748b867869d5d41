import { type ErrorCode, LIMITS, OWN_LIMITS, type SamlPostData } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { postResponse } from '../continuation/answered.ts';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { watchClientMachine, type WatchClientReport } from '../download-start/watch-client.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface SkipInstallationInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

/** Why a person may not go on without an installation. */
export type SkipRefusal =
  /** The company asks for it, of everybody or of this person. */
  | 'required'
  /** Not in this company, this mode or for this application. */
  | 'not-allowed'
  /** No more often. */
  | 'used-up'
  | 'policy-not-met'
  | 'device-blocked'
  /** They came by themselves: there is no work app to go on to. */
  | 'nothing-waits'
  | 'other';

type SkipAnswer =
  | { readonly kind: 'response'; readonly data: SamlPostData }
  | { readonly kind: 'refusal'; readonly refusal: SkipRefusal };

interface SkipInstallationContext extends SkipInstallationInput {
  readonly answer: SkipAnswer | null;
  /** The client of this computer has said its name: there is nothing to install. */
  readonly isInstalled: boolean;
}

/** What the page shows. */
export type SkipInstallationView = {
  /** Extension and client answer on this very computer. */
  readonly isInstalled?: true;
} & (
  | { readonly state: 'asking' }
  | { readonly state: 'permitted' }
  | { readonly state: 'refused'; readonly refusal: SkipRefusal }
  /** No one answered; another try follows. */
  | { readonly state: 'retrying' }
);

async function askForResponse({ ports, loginMarker }: SkipInstallationInput): Promise<StepResult<SkipAnswer>> {
  const isRequired = await askWhetherRequired(ports);
  if (!isRequired.ok) return isRequired;
  if (isRequired.value) return { ok: true, value: { kind: 'refusal', refusal: 'required' } };
  const query = loginMarker === null ? {} : { loginMarker };
  const result = await ports.server.call('skipInstallation', { query });
  const step = fromCall(result, false);
  if (step.ok) return { ok: true, value: { kind: 'response', data: step.value } };
  if (loginMarker === null && result.kind === 'refused' && result.code === 'sign_in_unknown') {
    return { ok: true, value: { kind: 'refusal', refusal: 'nothing-waits' } };
  }
  const isRefusal = result.kind === 'refused' && pathOfFailure(step.failure) === null;
  return isRefusal ? { ok: true, value: { kind: 'refusal', refusal: refusalOf(result.code) } } : step;
}

function refusalOf(code: ErrorCode): SkipRefusal {
  switch (code) {
    case 'installation_required':
      return 'required';
    case 'skipping_not_allowed':
      return 'not-allowed';
    case 'skipping_used_up':
      return 'used-up';
    case 'policy_not_met':
      return 'policy-not-met';
    case 'device_blocked':
      return 'device-blocked';
    default:
      return 'other';
  }
}

/** Either of the two is enough (decisions, S2.095). */
async function askWhetherRequired({ server }: Ports): Promise<StepResult<boolean>> {
  const [required, settings] = await Promise.all([server.call('requiredState', {}), server.call('settings', {})]);
  const state = fromCall(required, false);
  if (!state.ok) return state;
  const known = fromCall(settings, false);
  if (!known.ok) return known;
  const isRequired = state.value.requiredState === 'InstallRequired' || known.value.user.requireNativeAppInstallation;
  return { ok: true, value: isRequired };
}

/** Work without an installation, where the company allows it: see skip-installation.design.md. */
export const skipInstallationMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as {
    context: SkipInstallationContext;
    input: SkipInstallationInput;
    events: { readonly type: 'user.continue' } | { readonly type: 'user.try-again' } | WatchClientReport;
  },
  actors: { askForResponse: stepActor(askForResponse), watchClient: watchClientMachine },
  guards: {
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    submit: ({ context: { ports, loginMarker, answer } }) => {
      if (answer?.kind === 'response') postResponse(ports, loginMarker, answer.data);
    },
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
  },
  delays: {
    retry: LIMITS.workflowRetryDelayMs,
    samlSentFlag: LIMITS.samlSentFlagMs,
    responseIsOld: OWN_LIMITS.responseIsOldAfterMs,
  },
}).createMachine({
  id: 'skipInstallation',
  context: ({ input }) => ({ ...input, answer: null, isInstalled: false }),
  invoke: { src: 'watchClient', input: ({ context: { ports } }) => ({ ports, isUpdater: false }) },
  on: { 'client.named': { actions: assign({ isInstalled: true }) } },
  initial: 'asking',
  states: {
    asking: {
      invoke: {
        src: 'askForResponse',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'response',
            target: 'permitted',
            actions: assign({ answer: ({ event }) => event.output }),
          },
          { target: 'refused', actions: assign({ answer: ({ event }) => event.output }) },
        ],
        onError: [{ guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' }, { target: 'retrying' }],
      },
    },
    renewing: {
      invoke: {
        src: 'askForResponse',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.kind === 'response',
            target: 'sent',
            actions: assign({ answer: ({ event }) => event.output }),
          },
          { target: 'refused', actions: assign({ answer: ({ event }) => event.output }) },
        ],
        onError: [{ guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' }, { target: 'retrying' }],
      },
    },
    retrying: { after: { retry: 'asking' }, on: { 'user.try-again': 'asking' } },
    permitted: { tags: 'permitted', after: { responseIsOld: 'old' }, on: { 'user.continue': 'sent' } },
    // The application would refuse it by now. Another one is fetched when it is wanted: it may count as a use.
    old: { tags: 'permitted', entry: assign({ answer: null }), on: { 'user.continue': 'renewing' } },
    sent: { entry: 'submit', after: { samlSentFlag: 'asking' } },
    refused: { on: { 'user.try-again': 'asking' } },
    left: { type: 'final' },
  },
});

/** What the skip-installation page shows, from where the chart stands. */
export function selectSkipInstallationView(
  snapshot: SnapshotFrom<typeof skipInstallationMachine>,
): SkipInstallationView {
  const { answer, isInstalled } = snapshot.context;
  const installed = isInstalled ? ({ isInstalled } as const) : {};
  if (snapshot.hasTag('permitted')) return { ...installed, state: 'permitted' };
  if (snapshot.matches('refused') && answer?.kind === 'refusal') {
    return { ...installed, state: 'refused', refusal: answer.refusal };
  }
  return { ...installed, state: snapshot.matches('retrying') ? 'retrying' : 'asking' };
}
