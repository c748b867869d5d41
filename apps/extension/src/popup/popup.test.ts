// @vitest-environment jsdom
import { OPENED_AS_ADMINISTRATOR, requestEnvelopeSchema } from '@vestibule/contracts';
import { describe as suite, expect, test } from 'vitest';
import english from '../../_locales/en/messages.json' with { type: 'json' };
import { createFakeChannel } from '../relay/fake-channel.ts';
import {
  ANSWER_WAIT_MS,
  askClient,
  type AskOptions,
  type ClientState,
  openWindow,
  type Summary,
  type Window,
} from './ask-client.ts';
import { describe } from './describe.ts';
import { show, showLinks, showOutcome, showWindows } from './show.ts';

const texts: Readonly<Record<string, { readonly message: string }>> = english;
const translate = (name: string, ...values: string[]) => {
  const text = texts[name];
  if (text === undefined) throw new Error(`There is no text "${name}".`);
  return text.message.replace(/\$\w+\$/, values[0] ?? '');
};

const summary: Summary = {
  deviceName: 'ada-laptop',
  clientVersion: '3.6.0',
  passed: 14,
  failed: 0,
  unknown: 0,
  lastReportAt: null,
};

function prepare() {
  const channel = createFakeChannel();
  const timers: { readonly milliseconds: number; readonly run: () => void }[] = [];
  const options: AskOptions = {
    connect: () => channel,
    origin: 'https://portal.example',
    correlationId: 'c',
    now: () => new Date('2026-03-01T09:00:00Z'),
    after: (milliseconds, run) => void timers.push({ milliseconds, run }),
  };
  return { channel, timers, options };
}

function ask() {
  const { options, ...prepared } = prepare();
  return { ...prepared, asked: askClient(options) };
}

function open(window: Window) {
  const { options, ...prepared } = prepare();
  return { ...prepared, opened: openWindow(window, options) };
}

suite('asking the client', () => {
  test('one question in the name of the portal, and the connection ends with the answer', async () => {
    const { channel, asked } = ask();
    expect(channel.posted.map((message) => requestEnvelopeSchema.parse(message))).toMatchObject([
      { type: 'get-summary', origin: 'https://portal.example' },
    ]);
    channel.receive({ v: 1, push: 'heartbeat' });
    channel.receive({ v: 1, id: 'other', ok: true, payload: { ...summary, failed: 9 } });
    channel.receive({ v: 1, id: 'popup', ok: true, payload: summary });
    expect(await asked).toEqual({ kind: 'connected', summary });
    expect(channel.isClosed()).toBe(true);
  });

  test.each([
    ['Specified native messaging host not found.', 'host-missing'],
    ['Native host has exited.', 'host-stopped'],
  ])('the browser says "%s"', async (reason, code) => {
    const { channel, asked } = ask();
    channel.end(reason);
    expect(await asked).toEqual({ kind: 'broken', code });
  });

  test('a refusal keeps its code, an answer of another form is none', async () => {
    const refused = ask();
    const error = { code: 'origin-not-allowed', message: '' };
    refused.channel.receive({ v: 1, id: 'popup', ok: false, error });
    expect(await refused.asked).toEqual({ kind: 'broken', code: 'origin-not-allowed' });
    const strange = ask();
    strange.channel.receive({ v: 1, id: 'popup', ok: true, payload: { ...summary, failed: 'none' } });
    expect(await strange.asked).toEqual({ kind: 'broken', code: 'malformed-message' });
  });

  test('no one waits for ever', async () => {
    const { channel, timers, asked } = ask();
    expect(timers[0]?.milliseconds).toBe(ANSWER_WAIT_MS);
    timers[0]?.run();
    expect(await asked).toEqual({ kind: 'broken', code: 'timed-out' });
    expect(channel.isClosed()).toBe(true);
  });
});

suite('what Workplace opens from here', () => {
  test.each([
    ['launch-workplace', {}],
    ['launch-app', { 'command-line-arguments': '-select:secure-browser' }],
  ] as const)('[S7.072, S7.073] %s is asked for in the name of the portal', async (window, payload) => {
    const { channel, opened } = open(window);
    expect(channel.posted.map((message) => requestEnvelopeSchema.parse(message))).toMatchObject([
      { type: window, payload, origin: 'https://portal.example' },
    ]);
    channel.receive({ v: 1, id: 'popup', ok: true, payload: {} });
    expect(await opened).toBeNull();
    expect(channel.isClosed()).toBe(true);
  });

  test.each([
    ['window-missing', undefined, 'No browser could be started on this computer.'],
    [
      'window-missing',
      OPENED_AS_ADMINISTRATOR,
      'Workplace runs as an administrator here, so it starts no browser. Sign in to this computer as yourself.',
    ],
    ['client-error', undefined, translate('silent')],
  ] as const)('and why nothing opened is said: %s, %s', async (code, detail, sentence) => {
    const { channel, opened } = open('launch-workplace');
    channel.receive({ v: 1, id: 'popup', ok: false, error: { code, message: '', detail } });
    expect(translate((await opened) ?? '')).toBe(sentence);
  });

  test('by a button for each, and a sentence when nothing did', () => {
    document.body.innerHTML = '<div id="windows"></div><p id="outcome"></p>';
    const pressed: string[] = [];
    const names = ['openWorkplace', 'openSecureBrowser'];
    showWindows(
      document,
      names.map((name) => ({ label: translate(name), open: () => void pressed.push(name) })),
    );
    for (const button of document.querySelectorAll('button')) button.click();
    expect(pressed).toEqual(names);
    showOutcome(document, translate('noWindow'));
    expect(document.querySelector('#outcome')?.textContent).toBe('No browser could be started on this computer.');
  });
});

suite('what it says', () => {
  const say = (state: ClientState) => describe(state, translate, (at) => at.toISOString());
  test.each([
    [{}, 'ok', 'Everything that was checked is in order'],
    [{ failed: 1 }, 'stop', '1 thing to fix'],
    [{ failed: 3, unknown: 2 }, 'stop', '3 things to fix'],
    [{ unknown: 1 }, 'none', '1 thing could not be checked'],
    [{ unknown: 2 }, 'none', '2 things could not be checked'],
  ])('%j', (change, tone, title) => {
    expect(say({ kind: 'connected', summary: { ...summary, ...change } })).toMatchObject({ tone, title });
  });

  test('the last report is told, or that there was none', () => {
    const lastOf = (lastReportAt: string | null) =>
      Object.fromEntries(say({ kind: 'connected', summary: { ...summary, lastReportAt } }).rows)[
        'Last sent to your company'
      ];
    expect(lastOf(null)).toBe('Not yet');
    expect(lastOf('2026-03-01T08:00:00Z')).toBe('2026-03-01T08:00:00.000Z');
  });

  test.each([
    ['host-missing', 'Workplace is not installed on this computer'],
    ['host-stopped', 'Workplace does not answer'],
    ['timed-out', 'Workplace does not answer'],
    ['origin-not-allowed', 'Workplace does not know your company’s portal'],
    ['unknown-message', 'Workplace on this computer is too old'],
  ] as const)('%s: %s, and what to do', (code, title) => {
    const said = say({ kind: 'broken', code });
    expect(said).toMatchObject({ tone: 'none', title, rows: [] });
    expect(said.sentence).not.toBe('');
  });
});

test('what the client says is text, never markup', () => {
  document.body.innerHTML = '<h1 id="title"></h1><p id="sentence"></p><dl id="rows"></dl><nav id="links"></nav>';
  const deviceName = '<img src=x onerror=alert(1)>';
  show(document, describe({ kind: 'connected', summary: { ...summary, deviceName } }, translate, String));
  showLinks(document, [{ href: 'https://portal.example/device-check/status', label: 'Open' }]);
  expect(document.querySelector('img')).toBeNull();
  expect(document.body.textContent).toContain(deviceName);
  expect(document.querySelector('a')?.href).toBe('https://portal.example/device-check/status');
});
