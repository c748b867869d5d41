import { fromPromise, setup } from 'xstate';
import type { Ports } from '../ports.ts';

/** What the widget of the chat service is started with. */
export interface LiveChatWidget {
  readonly widgetSourceUrl: string;
  readonly token: string;
}

export interface LiveChatInput {
  readonly ports: Ports;
  /** Loads the widget's script and starts it. What goes wrong there is false, never an exception. */
  readonly load: (widget: LiveChatWidget) => Promise<boolean>;
}

type Asked = { readonly widget: LiveChatWidget } | { readonly widget: null; readonly code: string | null };

/** Null code: the company has not turned the chat on, which is nothing to log. */
async function askForWidget({ ports: { server } }: LiveChatInput): Promise<Asked> {
  const online = await server.call('onlineSettings', {});
  const features = online.kind === 'answer' ? online.body.features : [];
  const isOn = features.some(({ key, active }) => key === 'isWebAppLiveChatEnabled' && active);
  if (!isOn) return { widget: null, code: null };
  const settings = await server.call('liveChatSettings', { query: { type: 'support' } });
  if (settings.kind !== 'answer') {
    return { widget: null, code: settings.kind === 'refused' ? settings.code : settings.kind };
  }
  const isSafe =
    URL.canParse(settings.body.widgetSourceUrl) && new URL(settings.body.widgetSourceUrl).protocol === 'https:';
  return isSafe ? { widget: settings.body } : { widget: null, code: 'address-refused' };
}

/** The chat with support, where the company has one: see live-chat.design.md. */
export const liveChatMachine = setup({
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- XState infers the chart's types from this assertion
  types: {} as { context: LiveChatInput; input: LiveChatInput },
  actors: {
    start: fromPromise(async ({ input }: { input: LiveChatInput }) => {
      const asked = await askForWidget(input);
      if (asked.widget === null) return asked.code;
      return (await input.load(asked.widget)) ? null : 'widget-not-loaded';
    }),
  },
  actions: {
    logFailure: ({ context }, code: string | null) => {
      if (code !== null) context.ports.log.write('live-chat', code);
    },
  },
}).createMachine({
  id: 'liveChat',
  context: ({ input }) => input,
  initial: 'starting',
  states: {
    starting: {
      invoke: {
        src: 'start',
        input: ({ context }) => context,
        onDone: { target: 'over', actions: { type: 'logFailure', params: ({ event }) => event.output } },
      },
    },
    over: { type: 'final' },
  },
});
