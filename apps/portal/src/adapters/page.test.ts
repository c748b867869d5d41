// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPagePort } from './page.ts';

let submitted: { action: string; method: string; hidden: unknown; fields: (readonly [string, string, string])[] }[];
beforeEach(() => {
  submitted = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const fields = [...this.querySelectorAll('input')].map(({ name, value, type }) => [name, value, type] as const);
    submitted.push({ action: this.action, method: this.method, hidden: this.hidden, fields });
  });
});
afterEach(() => vi.restoreAllMocks());

const data = { actionUrl: 'https://app.example/acs', samlResponse: 'PHNhbWw+', relayState: '/inbox?a=ü' };

describe('the hidden form', () => {
  test('[S2.073, S7.063] posts SAMLResponse and RelayState to the action URL', () => {
    createPagePort(vi.fn()).submitForm(data);
    expect(submitted).toEqual([
      {
        action: 'https://app.example/acs',
        method: 'post',
        hidden: true,
        fields: [
          ['SAMLResponse', 'PHNhbWw+', 'hidden'],
          ['RelayState', '/inbox?a=ü', 'hidden'],
        ],
      },
    ]);
  });

  test('has no RelayState where the application sent none, and does not stay in the page', () => {
    createPagePort(vi.fn()).submitForm({ ...data, relayState: null });
    expect(submitted[0]?.fields.map(([name]) => name)).toEqual(['SAMLResponse']);
    expect(document.querySelector('form')).toBeNull();
  });
});

describe('leaving for another page of this site', () => {
  const site = () => ({ origin: 'https://gate.example', assign: vi.fn(), replace: vi.fn(), reload: vi.fn() });
  let here: ReturnType<typeof site>;
  beforeEach(() => {
    here = site();
    vi.stubGlobal('location', here);
  });
  afterEach(() => vi.unstubAllGlobals());

  /** A page port of its own: what others of this file listen for is not told to them. */
  function open() {
    const listened = vi.spyOn(globalThis, 'addEventListener');
    const page = createPagePort(vi.fn());
    const told = listened.mock.calls.flatMap(([type, listener]) => (type === 'pageshow' ? [listener] : []));
    /** The page is shown: again, or out of the browser's back/forward cache. */
    const show = (persisted: boolean) => {
      for (const listener of told) {
        if (typeof listener === 'function') listener(new PageTransitionEvent('pageshow', { persisted }));
      }
    };
    return { page, show };
  }

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example/',
    '/\t/evil.example/',
    'https://gate.example.evil.example/',
    'https://gate.example@evil.example/',
    'https://gate.example:8443/',
    'http://gate.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://gate.example/1',
  ])('is refused for %j, no matter who asks', (address) => {
    const { page, show } = open();
    page.leaveFor(address);
    page.leaveFor(address, 'person');
    expect([here.assign, here.replace].flatMap(({ mock }) => mock.calls)).toEqual([]);
    show(true);
    expect(here.reload).not.toHaveBeenCalled();
  });

  test('takes the place of a page that leaves by itself, so that Back leads past it', () => {
    open().page.leaveFor('https://gate.example/online/session-status?back=%2F#top');
    expect(here.replace.mock.calls).toEqual([['/online/session-status?back=%2F#top']]);
    expect(here.assign).not.toHaveBeenCalled();
  });

  test('comes after a page that a person leaves, which is as it was when they come back', () => {
    const { page, show } = open();
    page.leaveFor('/online/session-status', 'person');
    expect(here.assign.mock.calls).toEqual([['/online/session-status']]);
    show(true);
    expect(here.reload).not.toHaveBeenCalled();
  });

  test.each([
    ['has left by itself', (page: ReturnType<typeof createPagePort>) => page.leaveFor('/online/')],
    ['has sent a response', (page: ReturnType<typeof createPagePort>) => page.submitForm(data)],
  ])('a page that %s begins again when it comes out of the back/forward cache, and only then', (_, leave) => {
    const { page, show } = open();
    show(true);
    leave(page);
    show(false);
    expect(here.reload).not.toHaveBeenCalled();
    show(true);
    expect(here.reload).toHaveBeenCalledTimes(1);
  });
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'mailto:a@b.example'])(
  'opens no tab for %s',
  (address) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    createPagePort(vi.fn()).openTab(address);
    expect(open).not.toHaveBeenCalled();
  },
);

test('a tab that is opened knows nothing of this page', () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  createPagePort(vi.fn()).openTab('https://enroll.example/');
  expect(open).toHaveBeenCalledWith('https://enroll.example/', '_blank', 'noopener,noreferrer');
});

test('a file that the page made is saved under its name, and its address is given back', async () => {
  const made: Blob[] = [];
  const revoke = vi.fn();
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => (made.push(blob), 'blob:x'), revokeObjectURL: revoke }),
  );
  const clicked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push([this.href, this.download]);
  });
  createPagePort(vi.fn()).saveText('report.json', '{"a":1}');
  expect(clicked).toEqual([['blob:x', 'report.json']]);
  expect(made.map(({ type, size }) => [type, size])).toEqual([['application/json', 7]]);
  expect(revoke).toHaveBeenCalledWith('blob:x');
});
