import { BASE_PATH, NATIVE_HOST_NAME } from '@vestibule/contracts';
import { PORTAL_ORIGINS } from '../config.ts';
import { connectNative, language, translate } from '../platform/browser.ts';
import { askClient, type AskOptions, openWindow, type Window } from '../popup/ask-client.ts';
import { describe } from '../popup/describe.ts';
import { show, showLinks, showOutcome, showWindows } from '../popup/show.ts';

document.documentElement.lang = language();
showLinks(
  document,
  PORTAL_ORIGINS.map((origin) => ({
    href: `${origin}${BASE_PATH}/status`,
    label: PORTAL_ORIGINS.length === 1 ? translate('openStatus') : translate('openStatusAt', new URL(origin).host),
  })),
);
show(document, { tone: 'none', title: translate('checking'), sentence: '', rows: [] });

const [origin] = PORTAL_ORIGINS;
if (origin !== undefined) {
  const options = (): AskOptions => ({
    connect: () => connectNative(NATIVE_HOST_NAME),
    origin,
    correlationId: crypto.randomUUID(),
    now: () => new Date(),
    after: (milliseconds, run) => void setTimeout(run, milliseconds),
  });
  const state = await askClient(options());
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  show(
    document,
    describe(state, translate, (at) => time.format(at)),
  );
  const open = async (window: Window) => {
    const why = await openWindow(window, options());
    showOutcome(document, why === null ? '' : translate(why));
  };
  if (state.kind === 'connected') {
    showWindows(document, [
      { label: translate('openWorkplace'), open: () => void open('launch-workplace') },
      { label: translate('openSecureBrowser'), open: () => void open('launch-app') },
    ]);
  }
}
