/** A two-way connection: to a page, to the client. The browser's ports have this form in `src/platform`. */
export interface Channel {
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** @param listener told the browser's own words when there are any */
  readonly onClose: (listener: (reason: string | undefined) => void) => void;
  readonly close: () => void;
}

/** Who opened a connection, by the browser's word and not by the page's. */
export interface Sender {
  readonly origin: string | undefined;
  readonly frameId: number | undefined;
}

/** Only the top frame of a portal itself is answered. */
export function isPortal(sender: Sender, portalOrigins: readonly string[]): sender is Sender & { origin: string } {
  return sender.frameId === 0 && sender.origin !== undefined && portalOrigins.includes(sender.origin);
}
