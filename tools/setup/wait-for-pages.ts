/**
 * How long `findBy…` and `waitFor` wait, in milliseconds. Testing Library's own second is not enough on a busy machine; a
 * test that passes waits no longer for it.
 */
const PATIENCE_MS = 20_000;

// Tests without a page do not load React for this.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}
