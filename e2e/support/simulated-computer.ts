import { createHash } from 'node:crypto';
import {
  BRIDGE_CHANNEL,
  type DeviceReport,
  EXTENSION_ATTRIBUTE,
  type FixAction,
  type FixGrant,
  type FixOutcome,
  type MessageType,
  PRODUCT_VERSION,
  PROTOCOL_VERSION,
  type PushEnvelope,
  type RequestEnvelope,
  type RestrictedSession,
  type SessionData,
} from '@vestibule/contracts';
import type { Page } from 'playwright-core';
import { createSimulatedDevice, fact, type SimulatedDevice } from '../../packages/testing/src/device-simulator.ts';

type Facts = DeviceReport['facts'];

/** What a Windows computer of the tests is like where nothing is said of it: all is well. */
const GOOD: { readonly [name: string]: unknown } = {
  operatingSystem: { family: 'windows', id: 'Professional', version: '10.0.26200', name: 'Windows 11 Pro' },
  automaticUpdates: { state: 'on', mechanism: 'Windows Update' },
};

/** A computer behind a page, on a system that the tests do not run on: real keys and signatures, chosen facts. */
export interface SimulatedComputer {
  /** Types of the messages that came, in their order. */
  readonly asked: MessageType[];
  /** Changes what it reads, by the name of a fact its value, and says so to the page as the client does. */
  become(facts: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface SimulatedComputerOptions {
  readonly facts?: Readonly<Record<string, unknown>>;
  /** What it reads after the fix of a check, by the name of the check. */
  readonly repairs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly clientVersion?: string;
  /** Installs the software that a fix names, as the client does, and tells what came of it. */
  readonly install?: (action: FixAction, session: SessionData) => Promise<FixOutcome>;
}

/** Puts a computer with Windows behind a page, before the page is opened. It speaks by the bridge of the extension. */
export async function simulateWindows(
  page: Page,
  { facts = {}, repairs = {}, clientVersion = PRODUCT_VERSION, install }: SimulatedComputerOptions = {},
): Promise<SimulatedComputer> {
  const device = await createSimulatedDevice();
  const asked: MessageType[] = [];
  const state: State = {
    device,
    clientVersion,
    repairs,
    install,
    session: null,
    restricted: null,
    facts: { ...GOOD, ...facts },
  };
  await page.exposeBinding('askSimulatedComputer', async (_, envelope: RequestEnvelope) => {
    asked.push(envelope.type as MessageType);
    const payload = await answerTo(envelope, state);
    if (payload !== null) return { v: PROTOCOL_VERSION, id: envelope.id, ok: true, payload };
    const error = { code: 'unknown-message', message: `A simulated computer knows no ${envelope.type}.` };
    return { v: PROTOCOL_VERSION, id: envelope.id, ok: false, error };
  });
  await page.addInitScript(standInForExtension, { attribute: EXTENSION_ATTRIBUTE, channel: BRIDGE_CHANNEL });
  return {
    asked,
    become: async (changed) => {
      state.facts = { ...state.facts, ...changed };
      const envelope = { v: PROTOCOL_VERSION, push: 'device-changed' } satisfies PushEnvelope;
      const message = { channel: BRIDGE_CHANNEL, direction: 'to-page', envelope };
      await page.evaluate((said) => window.postMessage(said, location.origin), message);
    },
  };
}

interface State {
  readonly device: SimulatedDevice;
  readonly clientVersion: string;
  readonly repairs: NonNullable<SimulatedComputerOptions['repairs']>;
  readonly install: SimulatedComputerOptions['install'];
  session: SessionData | null;
  restricted: RestrictedSession | null;
  facts: Readonly<Record<string, unknown>>;
}

/** What messages carry, as far as any answer depends on it. */
interface SentPayload {
  readonly session?: SessionData | RestrictedSession;
  readonly signIn?: string;
  readonly nonce?: string;
  readonly grant?: string;
  readonly encryptedPermit?: string;
  readonly permitSalt?: string;
}

async function answerTo({ type, payload }: RequestEnvelope, state: State): Promise<object | null> {
  const { device, clientVersion } = state;
  const sent = payload as SentPayload;
  switch (type as MessageType) {
    case 'get-device-name':
      return { id: device.deviceId, deviceName: 'NADIA-LT-0427', clientVersion };
    case 'get-extension-status':
      return { status: 'ok' };
    case 'devices-v2/get-session-data':
      return { session: state.session?.signIn === sent.signIn ? state.session : null };
    case 'devices-v2/get-restricted-session-config':
      return {
        config: state.restricted !== null && state.restricted.signIn === sent.signIn ? state.restricted.config : null,
      };
    case 'devices-v2/set-restricted-session-data':
      state.restricted = sent.session as RestrictedSession;
      return {};
    case 'devices-v2/get-create-restricted-session-parameters':
    case 'devices-v2/get-create-session-parameters':
      return { ...(await device.parameters()), operatingSystem: 'windows' };
    case 'devices-v2/set-session-data':
      state.session = sent.session as SessionData;
      return {};
    case 'devices-v2/remove-session-data':
      state.session = null;
      return {};
    case 'devices-v2/get-device-data':
      return state.session === null ? null : report(state, state.session, sent.nonce);
    case 'devices-v2/decrypt-permit':
      return state.session === null ? null : { permit: await device.open(state.session, sent as never) };
    case 'execute-fix-action':
      return { outcomes: await repair(state, sent.grant ?? '') };
    case 'devices-v2/set-restricted-token':
    case 'set-application-mode':
    case 'launch-workplace':
      return {};
    default:
      return null;
  }
}

/** Does what the server gave leave for, as far as this computer can. */
async function repair(state: State, grant: string): Promise<FixOutcome[]> {
  const { fixActions } = JSON.parse(Buffer.from(grant.split('.')[1] ?? '', 'base64url').toString()) as FixGrant;
  return Promise.all(fixActions.map((action) => repairOne(state, action)));
}

async function repairOne(state: State, action: FixAction): Promise<FixOutcome> {
  const { fixActionType, parameters } = action;
  if (parameters?.['software'] === undefined || state.install === undefined || state.session === null) {
    const repaired = state.repairs[fixActionType];
    if (repaired === undefined) return { fixActionType, outcome: 'not-possible' };
    state.facts = { ...state.facts, ...repaired };
    return { fixActionType, outcome: 'fixed' };
  }
  const outcome = await state.install(action, state.session);
  if (outcome.outcome === 'fixed') state.facts = { ...state.facts, ...state.repairs[fixActionType] };
  return outcome;
}

async function report({ device, clientVersion, facts }: State, session: SessionData, nonce = session.nonce) {
  const read: Facts = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, fact(value)]));
  const importantDataHash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  const signedReport = await device.sign({ ...session, nonce }, read, {
    importantDataHash,
    report: {
      schemaVersion: 1,
      client: {
        version: clientVersion,
        installScope: 'machine',
        codeHash: '0'.repeat(64),
        keyProtection: 'file',
        systemRoot: 'real',
      },
      device: {
        deviceId: device.deviceId,
        deviceName: 'NADIA-LT-0427',
        deviceLoginName: 'nadia',
        operatingSystem: 'windows',
        osVersionCaption: 'Windows 11 Pro',
        deviceType: 0,
        model: 'Model',
        manufacturer: 'Maker',
        serialNumber: '',
      },
      facts: read,
    },
  });
  return { lookupId: device.deviceId, importantDataHash, signedReport };
}

/** Runs in the page, as the extension's content script does. */
function standInForExtension({ attribute, channel }: { readonly attribute: string; readonly channel: string }): void {
  const { askSimulatedComputer } = globalThis as unknown as {
    askSimulatedComputer: (envelope: unknown) => Promise<unknown>;
  };
  const observer = new MutationObserver(() => {
    observer.disconnect();
    document.documentElement.setAttribute(attribute, 'simulated');
  });
  observer.observe(document, { childList: true });
  window.addEventListener('message', ({ data }: MessageEvent<Record<string, unknown> | null>) => {
    if (data?.['channel'] !== channel || data['direction'] !== 'to-extension') return;
    void (async () => {
      const envelope = await askSimulatedComputer(data['envelope']);
      window.postMessage({ channel, direction: 'to-page', envelope }, location.origin);
    })();
  });
}
