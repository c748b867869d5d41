import { afterEach, vi } from 'vitest';

/**
 * How long `findBy…` and `waitFor` wait, in milliseconds. Testing Library's own second is not enough on a busy machine; a
 * test that passes waits no longer for it.
 */
const PATIENCE_MS = 20_000;

// The files of a worker share jsdom and React, which take longer to load than most tests. Our own modules each file has to
// itself: they remember the visit (the screen before, the language), and one file may mock what another uses.
vi.resetModules();

// Tests without a page do not load React for this.
if ('document' in globalThis) {
  emptyPage();
  const { cleanup, configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
  // Testing Library would do so in the first file of a worker alone.
  afterEach(cleanup);
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
