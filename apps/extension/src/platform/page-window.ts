import type { BridgeWindow } from '../relay/bridge.ts';

/** The page's window: only what it says to itself is heard, and answers go to its own origin. */
export function pageWindow(): BridgeWindow {
  const { origin } = window.location;
  return {
    onMessage: (listener) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (event.source === window && event.origin === origin) listener(event.data);
      }),
    post: (data) => window.postMessage(data, origin),
  };
}

/** Leaves a mark that the page finds without asking. */
export function markDocument(attribute: string, value: string): void {
  document.documentElement.setAttribute(attribute, value);
}
