import {
  CALLS,
  type CallName,
  ERROR_CODES,
  MESSAGE_ERROR_CODES,
  MESSAGES,
  type MessageType,
} from '@vestibule/contracts';
import fc from 'fast-check';
import type * as z from 'zod/mini';
import {
  answered,
  createWorkingPorts,
  type FakePorts,
  failedWith,
  fakeSettings,
  refused,
  said,
  unreachable,
} from '../../fake-ports.ts';
import type { PortalCallName } from '../../ports.ts';
import { arbitraryOf, hostileText } from './arbitrary-of.ts';
import { failing, pendIn, setUser, settleStatusPage } from './start-home.ts';

type Answer = () => unknown;

/** What the other side does each time it is asked, over and over again. */
export interface Hostility {
  readonly calls: { readonly [name: string]: readonly Answer[] | null };
  readonly messages: { readonly [type: string]: readonly Answer[] | null };
  readonly remembered: Readonly<Record<string, unknown>>;
}

const never = () => new Promise<never>(() => undefined);

const ASKED: readonly PortalCallName[] = [
  'accessToken',
  'activate',
  'webToken',
  'check',
  'checkByDevice',
  'checkResult',
  'confirmRestrictedSession',
  'createRestrictedSession',
  'createSession',
  'companySettings',
  'deviceAccount',
  'featureFlag',
  'fixGrant',
  'installerParameters',
  'keyExchange',
  'onlineSettings',
  'liveChatSettings',
  'pendingSignIn',
  'publicSupportInfo',
  'requiredState',
  'samlResponse',
  'samlResponseV1',
  'settings',
  'skipInstallation',
  'supportInfo',
  'supportedVersions',
  'temporaryAccessInfo',
  'uploadUrl',
];

const refusal = fc.record({
  status: fc.constantFrom(400, 401, 403, 404, 409, 410, 412, 422, 429, 499),
  code: fc.constantFrom(...ERROR_CODES),
});

/** Mostly answers that the contract lets through, or the chart would hardly ever get past its first step. */
function answersOf(name: CallName): fc.Arbitrary<Answer> {
  const answers = Object.entries(CALLS[name].answers as Readonly<Record<string, z.ZodMiniType | null>>);
  const bodies = answers.map(([status, schema]) =>
    (schema === null ? fc.constant(null) : arbitraryOf(schema)).map(
      (body): Answer =>
        () =>
          answered(body, Number(status)),
    ),
  );
  return fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...bodies) },
    { weight: 1, arbitrary: fc.constant((): unknown => unreachable) },
    {
      weight: 1,
      arbitrary: refusal.map(
        ({ status, code }): Answer =>
          () =>
            refused(status, code),
      ),
    },
    { weight: 1, arbitrary: fc.constant(never) },
  );
}

function answersOfClient(type: MessageType): fc.Arbitrary<Answer> {
  const failure = fc.record({ code: fc.constantFrom(...MESSAGE_ERROR_CODES), detail: hostileText });
  return fc.oneof(
    {
      weight: 6,
      arbitrary: arbitraryOf(MESSAGES[type].answer).map(
        (answer): Answer =>
          () =>
            said(answer),
      ),
    },
    {
      weight: 2,
      arbitrary: failure.map(
        ({ code, detail }): Answer =>
          () =>
            failedWith(code, detail),
      ),
    },
    { weight: 1, arbitrary: fc.constant(never) },
  );
}

/** Null: it answers as it should. Without many of those no page would get far enough to be hurt. */
const several = (answers: fc.Arbitrary<Answer>): fc.Arbitrary<readonly Answer[] | null> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.array(answers, { minLength: 1, maxLength: 3 }) },
  );

const destination = fc.option(fc.record({ appName: hostileText, url: fc.oneof(hostileText, fc.webUrl()) }), {
  nil: null,
});

/** Cookies and storage hold what their adapter lets through: the right shape, and anything in it. */
const remembered = fc.record(
  {
    checkInfo: fc.record({
      mode: fc.constantFrom('frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'),
      successUrl: destination,
      failUrl: destination,
    }),
    isPolicyEnforced: fc.boolean(),
    deviceAccountId: hostileText,
    deviceToken: hostileText,
    onboardingV3Status: hostileText,
    isUpdaterInstalled: fc.boolean(),
    hasOptedOut: fc.boolean(),
    isFci: fc.boolean(),
    isInActiveSession: fc.boolean(),
    deviceName: hostileText,
  },
  { requiredKeys: [] },
);

export const hostility: fc.Arbitrary<Hostility> = fc.record({
  calls: fc.record(Object.fromEntries(ASKED.map((name) => [name, several(answersOf(name))]))),
  messages: fc.record(
    Object.fromEntries(
      (Object.keys(MESSAGES) as MessageType[]).map((type) => [type, several(answersOfClient(type))] as const),
    ),
  ),
  remembered,
});

/** Ports behind which no one means well. */
export function createHostilePorts(
  { calls, messages, remembered: kept }: Hostility,
  isFirstVersion = false,
): FakePorts {
  const ports = createWorkingPorts(() => failing());
  pendIn(ports, 'frontline');
  settleStatusPage(ports);
  if (isFirstVersion) settleFirstVersion(ports);
  for (const [name, answers] of Object.entries(calls)) {
    if (answers !== null) ports.onCall(name as PortalCallName, inTurn(answers));
  }
  for (const [type, answers] of Object.entries(messages)) {
    if (answers !== null) ports.onMessage(type as MessageType, inTurn(answers));
  }
  for (const [name, value] of Object.entries(kept)) ports.remembered.set(name as never, value);
  return ports;
}

/** A company whose devices are checked in the first version, and a computer that knows how. */
function settleFirstVersion(ports: FakePorts): void {
  setUser(ports, {}, { silo: { ...fakeSettings.silo, devicesV2ApiEndpoints: [] } });
  ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
  ports.onMessage('get-device-info', () => said({ lookupId: 'device', deviceImportantDataHash: 'hash' }));
  for (const name of ['check', 'checkByDevice'] as const) ports.onCall(name, () => answered(failing()));
}

function inTurn(answers: readonly Answer[]): Answer {
  let turn = 0;
  return () => {
    const answer = answers[turn % answers.length];
    turn += 1;
    return answer?.();
  };
}

/** The screens to which charts lead. */
export const SCREENS = [
  '/',
  '/v2',
  '/session-expired',
  '/v2/session-expired',
  '/user-blocked',
  '/service-error',
  '/compatibility',
  '/download',
  '/v2/download',
  '/download-start',
  '/download-updater',
  '/extension-not-ready',
  '/firefox-extension',
  '/temporary-access',
  '/skip-installation',
  '/support',
];

/** More questions than this without time passing are a loop. */
const PATIENCE = 120;

/** Counts what is asked in one go; anyone who asks for ever gets no more answers, so that the test ends and fails. */
export function watch(ports: FakePorts) {
  const watched = { asked: 0, isLoop: false };
  const stops = () => {
    watched.asked += 1;
    watched.isLoop ||= watched.asked > PATIENCE;
    return watched.isLoop;
  };
  const { server, client } = ports;
  const guarded: FakePorts = {
    ...ports,
    server: {
      call: (name, input) => (stops() ? never() : server.call(name, input)),
      upload: (address, text) => (stops() ? never() : server.upload(address, text)),
      tabCode: server.tabCode,
      clockOffsetMs: () => server.clockOffsetMs(),
    },
    client: { ...client, send: (type, request) => (stops() ? never() : client.send(type, request)) },
  };
  return { watched, guarded };
}
