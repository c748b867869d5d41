// @vitest-environment jsdom
import type { HomeEvent } from '@vestibule/flows';
import {
  createWorkingPorts,
  failedCheck,
  failing,
  type FakePorts,
  MARKER,
  passing,
  said,
  startHome,
  warmUp,
} from '@vestibule/flows/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  ANSWERS,
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

/**
 * The calls of the check, as the page's own charts make them through the page's own way to the server. The tables are the
 * specification's, section 7, written by hand: the contract's rows could agree with themselves in a mistake.
 */

const OWN_ID = /^7KQ-42M-[\da-f-]{36}$/;
const PENDING = {
  loginMarker: MARKER,
  applicationName: 'Mail',
  startUrl: null,
  mode: 'frontline',
  workplaceAccessPolicy: 'Strict',
  isPolicyEnforced: true,
};

interface Situation {
  readonly answers?: Answers;
  readonly change?: (ports: FakePorts) => void;
  /** What the person does, once there is a verdict. */
  readonly events?: readonly HomeEvent[];
}

async function checkThisComputer(mode: string, { answers, change, events = [] }: Situation = {}) {
  const fake = createWorkingPorts(() => passing());
  change?.(fake);
  const { ports, sent } = recordServer(fake, {
    ...ANSWERS,
    'GET /api/devices/v2/check-result': passing(),
    [`GET /api/online/v1/pending-sign-in/${MARKER}`]: { ...PENDING, mode },
    ...answers,
  });
  const home = await startHome(ports);
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) await home.advance(1000);
  };
  await wait(3);
  for (const event of events) await home.send(event);
  await wait(9);
  home.actor.stop();
  return { ports, sent };
}

describe('a sign-in in frontline', () => {
  let sent: Sent[];
  let ports: FakePorts;
  beforeAll(async () => {
    await warmUp();
    ({ ports, sent } = await checkThisComputer('frontline'));
  });

  test.each<Row>([
    {
      ids: 'S7.020',
      call: 'GET /api/device-compliance/v1/settings',
      query: {},
      headers: { Authorization: null },
      body: null,
    },
    {
      ids: 'S7.043, S7.044, S7.046',
      call: 'GET /api/auth-service/v1/access-token',
      query: {},
      headers: { 'X-OAuth2-Scope': /^device-v2(-restricted)?$/, 'Correlation-Id': OWN_ID },
      body: null,
    },
    {
      ids: 'S7.047, S7.059',
      call: 'POST https://devices.example/api/devices/v2/session',
      query: {},
      headers: { Authorization: 'JWT access', 'Correlation-Id': OWN_ID, 'Data-Version': '1' },
      body: { deviceId: 'device' },
    },
    {
      ids: 'S7.048, S7.060',
      call: 'POST https://devices.example/api/devices/v2/restricted-session',
      query: {},
      headers: { Authorization: 'JWT access', 'Correlation-Id': OWN_ID, 'Data-Version': '1' },
      body: { deviceId: 'device' },
    },
    {
      ids: 'S7.049, S7.060',
      call: 'PUT https://devices.example/api/devices/v2/restricted-session',
      query: {},
      headers: { Authorization: /^JWT /, 'Correlation-Id': OWN_ID, 'Data-Version': '1' },
      body: { sessionId: SESSION_ID },
    },
    {
      ids: 'S7.053, S7.054, S9.029',
      call: 'GET https://devices.example/api/devices/v2/upload-url',
      query: {
        sessionId: SESSION_ID,
        deviceDataVersion: '1',
        deviceDataLength: '44',
        dataFormat: 'json',
        isLogin: 'true',
      },
      headers: { Authorization: 'JWT of-session', 'Correlation-Id': OWN_ID, 'Data-Version': '1' },
      body: null,
    },
    {
      ids: 'S7.055',
      call: 'PUT https://store.example/one-time',
      query: {},
      headers: { 'Content-Type': 'application/json', Authorization: null },
      body: { protected: '', payload: '', signature: '' },
    },
    {
      ids: 'S7.050, S7.061, S9.030',
      call: 'GET https://devices.example/api/devices/v2/check-result',
      query: { sessionId: SESSION_ID, loginMarker: MARKER },
      headers: { Authorization: 'JWT of-session', 'Data-Version': '2' },
      body: null,
    },
    {
      ids: 'S7.051',
      call: 'POST /api/devices/v2/saml-response',
      query: {},
      headers: { 'Correlation-Id': OWN_ID, Authorization: null },
      body: 'permit',
    },
    {
      ids: 'S6.014',
      call: 'POST /api/activity/v3',
      query: {},
      headers: { Authorization: 'JWT of-session' },
      body: { verb: 'deviceLoginStateSuccess', details: { deviceName: 'NADIA-LT-0427' } },
    },
  ])('[$ids] sends $call', (row) => {
    expect(
      readAs(
        row,
        sent.find(({ call }) => call === row.call),
      ),
    ).toEqual(wantedOf(row));
  });

  test('[S7.051] posts what was answered to the permit', () => {
    expect(ports.submitted).toEqual([
      { actionUrl: 'https://app.example/acs', samlResponse: 'signed', relayState: 'relay' },
    ]);
  });

  test('[S7.007] asks for nothing that is in no row of the specification', () => {
    const made = new Set(sent.map(({ call }) => call.replace('https://devices.example', '')));
    expect([...made].filter((call) => !call.includes('/pending-sign-in/')).toSorted()).toEqual([
      'GET /api/auth-service/v1/access-token',
      'GET /api/device-compliance/v1/settings',
      'GET /api/devices/v2/check-result',
      'GET /api/devices/v2/upload-url',
      'GET /api/online/v1/settings',
      'GET /api/settings/v2/supported-versions',
      'POST /api/activity/v3',
      'POST /api/devices/v2/restricted-session',
      'POST /api/devices/v2/saml-login-activity',
      'POST /api/devices/v2/saml-response',
      'POST /api/devices/v2/session',
      'PUT /api/devices/v2/restricted-session',
      'PUT https://store.example/one-time',
    ]);
  });
});

describe('a second factor', () => {
  const COOKIE = 'XSRF-TOKEN=random.digest; path=/';
  afterEach(() => {
    document.cookie = 'XSRF-TOKEN=; max-age=0; path=/';
  });

  const activate = (answer: unknown) => checkThisComputer('mfa', { answers: { 'POST /api/auth/v2/activate': answer } });

  test('[S7.040] that was given before, 422, is handled: the same permit has the response', async () => {
    const { sent, ports } = await activate(refusal(422, 'already_activated'));
    const made = sent.filter(({ call }) => call.startsWith('POST /api/auth') || call.endsWith('saml-response'));
    expect(made.map(({ call, body }) => [call, JSON.parse(body ?? 'null') as unknown])).toEqual([
      ['POST /api/auth/v2/activate', expect.objectContaining({ type: 'deviceComplianceV2', permit: 'permit' })],
      ['POST /api/devices/v2/saml-response', 'permit'],
    ]);
    expect(ports.remembered.get('isInActiveSession')).toBe(false);
    expect(ports.submitted).toHaveLength(1);
  });

  test('[S9.050, S9.051] is asked for with the token of the cookie XSRF-TOKEN in the header X-XSRF-TOKEN', async () => {
    document.cookie = COOKIE;
    const { sent } = await activate(refusal(422, 'already_activated'));
    const tokensOf = (wanted: string) =>
      sent.filter(({ call }) => call === wanted).map(({ headers }) => headers.get('X-XSRF-TOKEN'));
    expect(tokensOf('POST /api/auth/v2/activate')).toEqual(['random.digest']);
    expect(tokensOf('POST /api/devices/v2/saml-response')).toEqual(['random.digest']);
    // What no cookie vouches for shows none.
    expect(new Set(tokensOf('POST https://devices.example/api/devices/v2/session'))).toEqual(new Set([null]));
    expect(new Set(tokensOf('GET /api/auth-service/v1/access-token'))).toEqual(new Set([null]));
  });
});

describe('a failed check', () => {
  test('[S7.035, S7.036] the installed agent of the company is written by a call of its own, with the computer’s name', async () => {
    const result = failing(failedCheck('FciAgentRunning'));
    const { sent } = await checkThisComputer('frontline', {
      answers: {
        'GET /api/devices/v2/check-result': result,
        'POST /api/devices/v2/fix-grant': { grant: 'grant' },
        'POST /api/device-compliance/v1/logFciAgentInstallation': status(204),
      },
      change: (ports) =>
        ports.onMessage('execute-fix-action', () =>
          said({ outcomes: [{ fixActionType: 'FciAgentRunning', outcome: 'fixed' }] }),
        ),
      events: [{ type: 'user.fix', types: ['FciAgentRunning'] }, { type: 'user.accept-eula' }],
    });
    const row = {
      ids: '',
      call: 'POST /api/device-compliance/v1/logFciAgentInstallation',
      query: {},
      headers: { 'Content-Type': 'application/json', Authorization: null },
      body: { deviceName: 'NADIA-LT-0427' },
    };
    expect(
      readAs(
        row,
        sent.find(({ call }) => call === row.call),
      ),
    ).toEqual(wantedOf(row));
  });
});
