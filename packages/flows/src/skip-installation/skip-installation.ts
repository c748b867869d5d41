import { LIMITS, type SamlPostData } from '@vestibule/contracts';
import { assign, type SnapshotFrom, setup } from 'xstate';
import { fromCall, type StepResult } from '../device-flow/step-result.ts';
import { pathOfFailure } from '../path-of-failure.ts';
import type { Ports } from '../ports.ts';
import { failureOf, stepActor } from '../step-actor.ts';

export interface SkipInstallationInput {
  readonly ports: Ports;
  readonly loginMarker: string | null;
}

interface SkipInstallationContext extends SkipInstallationInput {
  readonly response: SamlPostData | null;
}

/** What the page shows. */
export type SkipInstallationView =
  | { readonly state: 'asking' }
  | { readonly state: 'permitted' }
  | { readonly state: 'required' }
  /** Nobody answered; another try follows. */
  | { readonly state: 'retrying' };

/** The response, or null where this person has to install. */
async function askForResponse({ ports, loginMarker }: SkipInstallationInput): Promise<StepResult<SamlPostData | null>> {
  const isRequired = await askWhetherRequired(ports);
  if (!isRequired.ok) return isRequired;
  if (isRequired.value) return { ok: true, value: null };
  const query = loginMarker === null ? {} : { loginMarker };
  const result = await ports.server.call('skipInstallation', { query });
  const step = fromCall(result, false);
  const isRefusal = result.kind === 'refused' && !step.ok && pathOfFailure(step.failure) === null;
  return isRefusal ? { ok: true, value: null } : step;
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
    events: { readonly type: 'user.continue' } | { readonly type: 'user.try-again' };
  },
  actors: { askForResponse: stepActor(askForResponse) },
  guards: {
    leadsAway: ({ event }) => 'error' in event && pathOfFailure(failureOf(event.error)) !== null,
  },
  actions: {
    submit: ({ context: { ports, response } }) => {
      if (response !== null) ports.page.submitForm(response);
    },
    goWhereItLeads: ({ context, event }) => {
      const path = 'error' in event ? pathOfFailure(failureOf(event.error)) : null;
      if (path !== null) context.ports.page.goTo(path);
    },
  },
  delays: { retry: LIMITS.workflowRetryDelayMs, samlSentFlag: LIMITS.samlSentFlagMs },
}).createMachine({
  id: 'skipInstallation',
  context: ({ input }) => ({ ...input, response: null }),
  initial: 'asking',
  states: {
    asking: {
      entry: assign({ response: null }),
      invoke: {
        src: 'askForResponse',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'permitted',
            actions: assign({ response: ({ event }) => event.output }),
          },
          { target: 'required' },
        ],
        onError: [{ guard: 'leadsAway', target: 'left', actions: 'goWhereItLeads' }, { target: 'retrying' }],
      },
    },
    retrying: { after: { retry: 'asking' }, on: { 'user.try-again': 'asking' } },
    permitted: { on: { 'user.continue': 'sent' } },
    sent: { entry: 'submit', after: { samlSentFlag: 'asking' } },
    required: {},
    left: { type: 'final' },
  },
});

/** What the skip-installation page shows, from where the chart stands. */
export function selectSkipInstallationView(
  snapshot: SnapshotFrom<typeof skipInstallationMachine>,
): SkipInstallationView {
  if (snapshot.matches('permitted')) return { state: 'permitted' };
  if (snapshot.matches('required')) return { state: 'required' };
  return { state: snapshot.matches('retrying') ? 'retrying' : 'asking' };
}
