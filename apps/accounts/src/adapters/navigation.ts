import { areCookiesKept } from '@vestibule/web-shell';

/** Where the person is and goes; a test has its own. */
export interface Navigation {
  readonly origin: string;
  /** Whether the browser keeps what says who is signed in. */
  readonly keepsCookies: () => boolean;
  /** Path, query and fragment of the page that is shown. */
  readonly current: () => string;
  /** Shows another page of this application, without loading it again. */
  show(address: string): void;
  /** Leaves for a page of another application. */
  goTo(address: string): void;
  /** Leaves for a page of another application, instead of this one: Back does not come here. */
  leaveInstead(address: string): void;
  /**
   * Leaves along a way that leads through others' pages: who goes back comes to its beginning, which goes on from there, and
   * not to this page. The beginning is shown until another page is.
   */
  leaveAlong(address: string): void;
  /** Loads this page again. */
  reload(): void;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createNavigation(): Navigation {
  const shown = new EventTarget();
  return {
    origin: window.location.origin,
    keepsCookies: areCookiesKept,
    current: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
    show(address) {
      window.history.pushState(null, '', address);
      window.scrollTo(0, 0);
      shown.dispatchEvent(new Event('shown'));
    },
    goTo: (address) => window.location.assign(address),
    leaveInstead: (address) => window.location.replace(address),
    leaveAlong(address) {
      // Another address than the one that is left for: a browser would else keep no entry of it.
      const beginning = new URL(address, window.location.origin);
      beginning.searchParams.set('back', '1');
      window.history.replaceState(null, '', beginning);
      shown.dispatchEvent(new Event('shown'));
      // A browser that shows the page as it was left asks no one.
      window.addEventListener('pageshow', () => window.location.reload(), { once: true });
      window.location.assign(address);
    },
    reload: () => window.location.reload(),
    subscribe(listener) {
      shown.addEventListener('shown', listener);
      window.addEventListener('popstate', listener);
      return () => {
        shown.removeEventListener('shown', listener);
        window.removeEventListener('popstate', listener);
      };
    },
  };
}
