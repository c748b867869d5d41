/** What pages do outside themselves; a test has its own. */
export interface Browser {
  /** Path, query and fragment of the page that is shown. */
  current(): string;
  /** Leaves for a page of another application. */
  goTo(address: string): void;
  reload(): void;
  /** @returns false when the browser does not allow it: what is shown can still be selected */
  copy(text: string): Promise<boolean>;
  /** Gives the person a file to keep. */
  save(name: string, text: string): void;
  /** Asks before the page is left or loaded again, until it is ended: something would be lost. @returns ends it */
  askBeforeLeaving(): () => void;
  now(): Date;
  /** What this browser was asked to remember for its person, by name; null: nothing, or it may not. */
  recall(name: string): string | null;
  remember(name: string, value: string): void;
  /** Whether the pointer or the focus is on rows that may move. */
  isPointedAtRows(): boolean;
  /** Told when the person comes back to this page. @returns ends it */
  onReturn(listener: () => void): () => void;
}

/** In a list next to a drawer the focus stays on the row whose drawer it is. */
const POINTED_AT = 'main :is(tbody, [data-rows]):hover, main tbody :focus-visible';

export function createBrowser(): Browser {
  return {
    current: () => `${window.location.pathname}${window.location.search}${window.location.hash}`,
    goTo: (address) => window.location.assign(address),
    reload: () => window.location.reload(),
    async copy(text) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        return false;
      }
    },
    save(name, text) {
      const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      URL.revokeObjectURL(address);
    },
    askBeforeLeaving() {
      const ask = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', ask);
      return () => window.removeEventListener('beforeunload', ask);
    },
    now: () => new Date(),
    recall(name) {
      try {
        return localStorage.getItem(name);
      } catch {
        return null;
      }
    },
    remember(name, value) {
      try {
        localStorage.setItem(name, value);
      } catch {
        // It holds until the page is left.
      }
    },
    isPointedAtRows: () => document.querySelector(POINTED_AT) !== null,
    onReturn(listener) {
      const look = () => {
        if (document.visibilityState === 'visible') listener();
      };
      document.addEventListener('visibilitychange', look);
      window.addEventListener('focus', look);
      return () => {
        document.removeEventListener('visibilitychange', look);
        window.removeEventListener('focus', look);
      };
    },
  };
}
