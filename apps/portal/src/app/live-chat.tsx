import { liveChatMachine } from '@vestibule/flows';
import { useActorRef } from '@xstate/react';
import { loadLiveChatWidget } from '../adapters/live-chat-widget.ts';
import { usePorts } from '../hooks/ports-context.ts';

/** Next to a page on which people may need help: the chat with support, where the company has one. */
export function LiveChat() {
  const ports = usePorts();
  useActorRef(liveChatMachine, { input: { ports, load: loadLiveChatWidget } });
  return null;
}
