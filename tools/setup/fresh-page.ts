import { afterEach, vi } from 'vitest';

/**
 * How long `findBy…` and `waitFor` wait, in milliseconds. Testing Library's own second is not enough on a busy machine; a
 * test that passes waits no longer for it.
 */
const PATIENCE_MS = 20_000;

/** The real one, whatever clock a test puts in its place. */
const inNextTurn = globalThis.setImmediate;

// The files of a worker share jsdom and React, which take longer to load than most tests. Our own modules each file has to
// itself: they remember the visit (the screen before, the language), and one file may mock what another uses.
vi.resetModules();

// Tests without a page do not load React for this.
if ('document' in globalThis) {
  emptyPage();
  const { cleanup, configure, getConfig } = await import('@testing-library/react');
  const before = getConfig();
  // Once in a worker, whose files share Testing Library.
  if (before.asyncUtilTimeout !== PATIENCE_MS) {
    configure({
      asyncUtilTimeout: PATIENCE_MS,
      asyncWrapper: (find) => before.asyncWrapper(() => withEffects(find)),
    });
  }
  // Testing Library would do so in the first file of a worker alone.
  afterEach(cleanup);
}

/**
 * React runs the effects of what it has shown a turn of the event loop later, and Testing Library goes on after a timer: on a
 * busy machine that timer is due first, and a test would look at a title or a focus that is still to be set.
 */
async function withEffects<Found>(find: () => Promise<Found>): Promise<Found> {
  const found = await find();
  await new Promise((resolve) => inNextTurn(resolve));
  return found;
}

/** As a new tab of a new browser. */
function emptyPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0] ?? ''}=; max-age=0; path=/`;
  }
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  for (const element of [document.documentElement, document.body]) {
    for (const { name } of Array.from(element.attributes)) element.removeAttribute(name);
  }
}
