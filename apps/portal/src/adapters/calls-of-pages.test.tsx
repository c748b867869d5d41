// @vitest-environment jsdom
import { accountIdWaitMachine, extensionStatusMachine, liveChatMachine } from '@vestibule/flows';
import { type FakePorts, said, settle } from '@vestibule/flows/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { createPorts, openPage, removeClient, USER_AGENTS } from '../testing/open-page.tsx';
import { COMPANY, OF_PAGES, WAITING } from '../testing/answers-of-pages.ts';
import {
  type Answers,
  readAs,
  recordServer,
  refusal,
  type Row,
  type Sent,
  SESSION_ID,
  status,
  wantedOf,
} from '../testing/recorded-server.ts';

/** The calls of the other pages and of what runs next to them, against section 7 of the specification, written by hand. */

const OWN_ID = /^7KQ-42M-[\da-f-]{36}$/;
/** All that the pages of this file have asked. */
const asked = new Set<string>();
let sent: Sent[] = [];
afterEach(() => {
  for (const { call } of sent) asked.add(call);
});

function record(fake: FakePorts = createPorts(), changes: Answers = {}): FakePorts {
  const recorded = recordServer(fake, { ...OF_PAGES, ...changes });
  ({ sent } = recorded);
  return recorded.ports;
}

async function expectSent(row: Row): Promise<void> {
  const find = () => sent.find(({ call }) => call === row.call);
  await expect.poll(find).toBeDefined();
  expect(readAs(row, find())).toEqual(wantedOf(row));
}

interface PageRow extends Row {
  readonly path: string;
  /** Words that only this call's answer has. */
  readonly shows?: string;
  readonly press?: string;
  readonly without?: string;
  readonly userAgent?: string;
}

const bySession = { Authorization: null, 'Correlation-Id': OWN_ID };
const PAGES: readonly PageRow[] = [
  { ids: 'S7.008', path: '/support', call: 'GET /api/device-compliance/v1/user', shows: 'Of the user call' },
  {
    ids: 'S7.014',
    path: '/support',
    call: 'GET /api/online/v1/support/get-info',
    shows: 'of-person@alderbrook.example',
  },
  { ids: 'S6.015, S7.015', path: '/support', call: 'GET /api/online/v1/support/phone', shows: '+1 800 555 0199' },
  {
    ids: 'S7.002',
    path: '/support',
    without: 'GET /api/online/v1/support/get-info',
    call: 'GET /api/online/v1/support/public-info',
    shows: 'of-company@alderbrook.example',
  },
  { ids: 'S7.003', path: '/download', call: 'GET /api/online/v1/company-settings', shows: 'Privacy policy' },
  {
    ids: 'S7.013',
    path: '/download',
    press: 'Licence agreement',
    call: 'GET /api/online/v1/eula',
    shows: 'Of the licence call.',
  },
  { ids: 'S7.012', path: '/compatibility', userAgent: USER_AGENTS.firefox, call: 'GET /api/online/v1/settings' },
  {
    ids: 'S7.019',
    path: '/compatibility',
    userAgent: USER_AGENTS.firefox,
    call: 'GET /api/settings/v2/supported-versions',
    shows: 'Windows Example',
  },
  {
    ids: 'S7.004',
    path: '/compatibility',
    userAgent: USER_AGENTS.firefox,
    call: 'GET /api/device-compliance/v1/software-installation-requirement',
  },
  { ids: 'S7.006', path: '/download', press: 'Download', call: 'GET /api/online/v1/feature-flags/fci' },
  {
    ids: 'S7.028',
    path: '/skip-installation',
    call: 'GET /api/device-compliance/v1/saml-response/skip-installation',
    shows: 'Continue with temporary access',
  },
];

describe('a page asks by the session alone', () => {
  test.each(PAGES)('[$ids] $path: $call', async ({ path, press, shows, without, userAgent, ...row }) => {
    const fake = createPorts();
    if (press === 'Download') removeClient(fake);
    const ports = record(fake, without === undefined ? {} : { [without]: refusal(404, 'not_found') });
    openPage(path, { ports, ...(userAgent === undefined ? {} : { userAgent }) });
    if (press !== undefined) await userEvent.click(await screen.findByRole('button', { name: press }));
    await expectSent({ ...row, query: {}, headers: bySession, body: null });
    if (shows !== undefined) {
      const isShown = () => document.body.textContent.replaceAll('\u00A0', ' ').includes(shows);
      await expect.poll(isShown).toBe(true);
    }
  });

  test('[S7.027] for the response by temporary access, of the sign-in that waits', async () => {
    openPage(`/temporary-access?login=${WAITING}`, { ports: record() });
    const call = 'GET /api/device-compliance/v1/saml-response';
    await expectSent({ ids: '', call, query: { loginMarker: WAITING }, headers: bySession, body: null });
  });

  test('[S7.029] for temporary access, with the header correlationId in this very spelling', async () => {
    openPage('/temporary-access', { ports: record() });
    const call = 'GET /api/device-compliance/v1/temp-access-info';
    await expectSent({
      ids: '',
      call,
      query: {},
      headers: { correlationId: OWN_ID, 'Correlation-Id': null },
      body: null,
    });
  });
});

describe('the installer', () => {
  test.each([
    [false, { mode: 'frontline', noToken: 'true' }],
    [true, { mode: 'fci' }],
  ])('[S7.030, S7.031] with the feature fci %s is asked for by %j', async (active, query) => {
    const fake = createPorts();
    removeClient(fake);
    const ports = record(fake, { 'GET /api/online/v1/feature-flags/fci': { key: 'fci', active } });
    openPage('/download', { ports });
    await userEvent.click(await screen.findByRole('button', { name: 'Download' }));
    const call = 'GET /api/device-compliance/v1/installer-parameters';
    await expectSent({ ids: '', call, query, headers: bySession, body: null });
    await expect
      .poll(() => fake.downloaded, { timeout: 5000 })
      .toEqual(['https://gate.example/download/workplace.msi?company=Alderbrook']);
    expect(fake.remembered.get('deviceUserId')).toBe('of-installer');
  });

  const ACCOUNT = 'GET /api/device-compliance/v1/device-account/of%2Finstaller';
  async function wait(answers: Answers, milliseconds: number): Promise<FakePorts> {
    const fake = createPorts();
    fake.remembered.set('deviceToken', 'of/installer');
    const input = { ports: record(fake, answers), mode: 'frontline', isEdge: false } as const;
    const clock = new SimulatedClock();
    const actor = createActor(accountIdWaitMachine, { clock, input }).start();
    await expect.poll(() => sent.length).toBe(1);
    await turns();
    clock.increment(milliseconds);
    await turns();
    actor.stop();
    return fake;
  }

  test('[S7.032, S7.033] has its account looked up by the device token, again while 204 says to wait', async () => {
    const { remembered } = await wait({ [ACCOUNT]: status(204) }, 5000);
    await expectSent({ ids: '', call: ACCOUNT, query: {}, headers: bySession, body: null });
    expect(sent.map(({ call }) => call)).toEqual([ACCOUNT, ACCOUNT]);
    expect(remembered.has('deviceAccountId')).toBe(false);
  });

  test('[S7.034] keeps the account id that 200 answers, and asks no more', async () => {
    const { remembered } = await wait({ [ACCOUNT]: { accountId: 'of-account' } }, 5000);
    expect(remembered.get('deviceAccountId')).toBe('of-account');
    expect(sent).toHaveLength(1);
  });
});

describe('next to the pages', () => {
  test('[S1.035, S7.017] the chat is asked for where the person’s own features have it', async () => {
    const loaded: unknown[] = [];
    const load = async (widget: unknown) => loaded.push(widget) > 0;
    createActor(liveChatMachine, { input: { ports: record(), load } }).start();
    const call = 'GET /api/livechat/v1/settings';
    await expectSent({ ids: '', call, query: { type: 'support' }, headers: bySession, body: null });
    await expect.poll(() => loaded).toEqual([{ widgetSourceUrl: 'https://chat.example/widget.js', token: 'of-chat' }]);
    const off = { ...COMPANY, features: [{ key: 'isWebAppLiveChatEnabled', active: false }], signupPath: null };
    const silent = createActor(liveChatMachine, {
      input: { ports: record(createPorts(), { 'GET /api/online/v1/settings': off }), load },
    }).start();
    await expect.poll(() => silent.getSnapshot().status).toBe('done');
    expect(sent.map(({ call: made }) => made)).toEqual(['GET /api/online/v1/settings']);
  });

  test('[S7.026] the client’s key goes to the server, and the server’s key to the client', async () => {
    const fake = createPorts();
    const key = { deviceId: SESSION_ID, identityKey: 'of-client' };
    const KEY = { kty: 'EC', crv: 'P-256', x: 'of', y: 'server' };
    const session = {
      sessionId: SESSION_ID,
      expirationTime: '2026-01-01T01:00:00.000Z',
      nonce: 'n',
      signIn: 's',
      grant: 'g',
    };
    fake.onMessage('get-extension-status', () => said({ status: 'noKeys' }));
    fake.onMessage('get-client-device-key', () => said(key));
    fake.onMessage('set-server-device-key', () => said({}));
    document.cookie = 'XSRF-TOKEN=random.digest; path=/';
    const call = 'POST /api/device-compliance/v1/key-exchange';
    const ports = record(fake, { [call]: { ...session, serverPublicKey: KEY } });
    const clock = new SimulatedClock();
    const actor = createActor(extensionStatusMachine, { clock, input: { ports } }).start();
    clock.increment(100);
    await expectSent({
      ids: '',
      call,
      query: {},
      headers: { ...bySession, 'X-XSRF-TOKEN': 'random.digest' },
      body: key,
    });
    const told = () => fake.messages.find(({ type }) => type === 'set-server-device-key')?.request;
    await expect.poll(told).toEqual({ session: { ...session, serverPublicKey: KEY } });
    actor.stop();
    document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
  });
});

test('[S7.001, S7.007] nothing was asked that is in no row of the specification or of record 20', () => {
  expect([...asked].filter((call) => !call.includes('/pending-sign-in/')).toSorted()).toEqual([
    'GET /api/device-compliance/v1/device-account/of%2Finstaller',
    'GET /api/device-compliance/v1/installer-parameters',
    'GET /api/device-compliance/v1/required-state',
    'GET /api/device-compliance/v1/saml-response',
    'GET /api/device-compliance/v1/saml-response/skip-installation',
    'GET /api/device-compliance/v1/settings',
    'GET /api/device-compliance/v1/software-installation-requirement',
    'GET /api/device-compliance/v1/temp-access-info',
    'GET /api/device-compliance/v1/user',
    'GET /api/livechat/v1/settings',
    'GET /api/online/v1/company-settings',
    'GET /api/online/v1/eula',
    'GET /api/online/v1/feature-flags/fci',
    'GET /api/online/v1/settings',
    'GET /api/online/v1/support/get-info',
    'GET /api/online/v1/support/phone',
    'GET /api/online/v1/support/public-info',
    'GET /api/settings/v2/supported-versions',
    'POST /api/device-compliance/v1/key-exchange',
  ]);
});

/** Lets what is ready happen, answers that are read included. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
