import type { Channel, Sender } from '../relay/channel.ts';

/** The only file that touches the extension APIs. Chrome, Edge, Firefox and Safari all know `chrome`. */

export function ownExtensionId(): string {
  return chrome.runtime.id;
}

/** The browser's own language: the popup speaks it, as everything of the browser does. */
export function language(): string {
  return chrome.i18n.getUILanguage();
}

/** A text of `_locales`, in the browser's language or in English. */
export function translate(name: string, ...values: string[]): string {
  return chrome.i18n.getMessage(name, values);
}

/** Starts the native client and connects to it. */
export function connectNative(hostName: string): Channel {
  return toChannel(chrome.runtime.connectNative(hostName));
}

/**
 * Connects a content script to the worker.
 * @returns null when this extension was removed or updated while the page stayed open
 */
export function connectWorker(portName: string): Channel | null {
  try {
    return toChannel(chrome.runtime.connect({ name: portName }));
  } catch {
    return null;
  }
}

/** Listens to pages, directly and through the bridge. Anything else that connects is turned away. */
export function onPageConnect(portName: string, listener: (page: Channel, sender: Sender) => void): void {
  const accept = (port: chrome.runtime.Port) => {
    if (port.name === portName) listener(toChannel(port), senderOf(port));
    else port.disconnect();
  };
  chrome.runtime.onConnect.addListener((port) => {
    if (port.sender?.id === chrome.runtime.id) accept(port);
    else port.disconnect();
  });
  // Firefox has no such event that pages could raise, Chromium raises it for pages of `externally_connectable` only.
  chrome.runtime.onConnectExternal.addListener((port) => {
    if (port.sender?.id === undefined) accept(port);
    else port.disconnect();
  });
}

/**
 * Runs the content scripts in pages that were open before the extension was installed. Chromium leaves those without
 * one; Firefox does it itself, and there is no such call there without the permission.
 */
export function serveOpenPages(): void {
  chrome.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' && chrome.scripting !== undefined) void runContentScripts();
  });
}

async function runContentScripts(): Promise<void> {
  for (const { matches = [], js: files = [] } of chrome.runtime.getManifest().content_scripts ?? []) {
    for (const { id } of await chrome.tabs.query({ url: matches })) {
      // A page that is just leaving takes none; the one that comes gets its own.
      if (id !== undefined)
        await chrome.scripting.executeScript({ target: { tabId: id }, files }).catch(() => undefined);
    }
  }
}

/** Firefox gives no `origin` to content scripts' ports; the address of the frame holds it. */
function senderOf({ sender }: chrome.runtime.Port): Sender {
  const origin = sender?.origin ?? (sender?.url === undefined ? undefined : new URL(sender.url).origin);
  return { origin, frameId: sender?.frameId };
}

function toChannel(port: chrome.runtime.Port): Channel {
  return {
    post: (message) => {
      try {
        port.postMessage(message);
      } catch {
        // The other side has just gone; its end is told by `onClose`.
      }
    },
    onMessage: (listener) => port.onMessage.addListener((message: unknown) => listener(message)),
    onClose: (listener) => port.onDisconnect.addListener(() => listener(chrome.runtime.lastError?.message)),
    close: () => port.disconnect(),
  };
}
