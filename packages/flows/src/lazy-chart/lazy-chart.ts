import { LIMITS } from '@vestibule/contracts';
import {
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendParent,
  setup,
} from 'xstate';

interface LazyChartContext {
  readonly input: unknown;
  /** What the parent said before the chart was there. */
  readonly early: readonly AnyEventObject[];
}

export interface LazyChartOptions {
  /** Gets the chart: a dynamic import, so that it is in a file of its own. */
  readonly load: () => Promise<AnyActorLogic>;
  /** Type prefixes of what the chart tells its parent; everything else is said to the chart. */
  readonly reports: readonly string[];
}

const CHILD = 'chart';

/**
 * A chart that most visits never need: it is fetched when it is first invoked, and stands in for itself meanwhile. What
 * its parent says before it is there is said to it as soon as it is.
 */
export function lazyChart<Input>({ load, reports }: LazyChartOptions) {
  const isReport = ({ type }: AnyEventObject) => reports.some((prefix) => type.startsWith(prefix));
  return setup({
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
    types: {} as { context: LazyChartContext; input: Input; events: AnyEventObject },
    actors: {
      load: fromPromise(load),
      sayEarly: fromCallback<AnyEventObject, { readonly early: readonly AnyEventObject[]; readonly self: AnyActorRef }>(
        ({ input }) => {
          for (const event of input.early) tell(input.self, event);
        },
      ),
    },
    guards: {
      isReport: ({ event }) => isReport(event),
      isChildDone: ({ event }) => event.type === `xstate.done.actor.${CHILD}`,
      isOwn: ({ event }) => event.type.startsWith('xstate.'),
    },
    actions: {
      tellParent: sendParent(({ event }) => event),
      tellChart: ({ self, event }) => tell(self, event),
      keepForLater: enqueueActions(({ enqueue, context, event }) =>
        enqueue.assign({ early: [...context.early, event] }),
      ),
      begin: enqueueActions(({ enqueue, context }, logic: AnyActorLogic) => {
        // XState's types know the actors of `setup` alone; which chart comes is known only once it is there.
        const spawn = enqueue.spawnChild as unknown as (
          logic: AnyActorLogic,
          options: { id: string; input: unknown },
        ) => void;
        spawn(logic, { id: CHILD, input: context.input });
      }),
    },
    delays: { retry: LIMITS.workflowRetryDelayMs },
  }).createMachine({
    context: ({ input }) => ({ input, early: [] }),
    initial: 'loading',
    states: {
      loading: {
        invoke: {
          src: 'load',
          onDone: {
            target: 'running',
            actions: { type: 'begin', params: ({ event }) => event.output },
          },
          onError: 'retrying',
        },
        on: { '*': [{ guard: 'isOwn' }, { actions: 'keepForLater' }] },
      },
      /** The file could not be fetched: network or server is away. */
      retrying: { after: { retry: 'loading' }, on: { '*': [{ guard: 'isOwn' }, { actions: 'keepForLater' }] } },
      running: {
        invoke: { src: 'sayEarly', input: ({ context, self }) => ({ early: context.early, self }) },
        on: {
          '*': [
            { guard: 'isChildDone', target: 'done' },
            { guard: 'isOwn' },
            { guard: 'isReport', actions: 'tellParent' },
            { actions: 'tellChart' },
          ],
        },
      },
      done: { type: 'final' },
    },
  });
}

/** A chart may have ended on the event before: it is told nothing more. */
function tell(self: AnyActorRef, event: AnyEventObject): void {
  const children = (self.getSnapshot() as { readonly children: Readonly<Record<string, AnyActorRef | undefined>> })
    .children;
  const chart = children[CHILD];
  if (chart !== undefined && (chart.getSnapshot() as { readonly status: string }).status === 'active')
    chart.send(event);
}
