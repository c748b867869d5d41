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
  refused,
  said,
  unreachable,
} from '../../fake-ports.ts';
import type { PortalCallName } from '../../ports.ts';
import { arbitraryOf, hostileText } from './arbitrary-of.ts';
import { failing } from './start-home.ts';

type Answer = () => unknown;

/** What the other side does each time it is asked, over and over again. */
export interface Hostility {
  readonly calls: { readonly [name: string]: readonly Answer[] | null };
  readonly messages: { readonly [type: string]: readonly Answer[] | null };
  readonly remembered: Readonly<Record<string, unknown>>;
}

const never = () => new Promise(() => undefined);

const ASKED: readonly PortalCallName[] = [
  'accessToken',
  'activate',
  'check',
  'checkByDevice',
  'checkResult',
  'confirmRestrictedSession',
  'createRestrictedSession',
  'createSession',
  'fixGrant',
  'installerParameters',
  'keyExchange',
  'onlineSettings',
  'pendingSignIn',
  'samlResponse',
  'samlResponseV1',
  'settings',
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

/** Ports behind which nobody means well. */
export function createHostilePorts({ calls, messages, remembered: kept }: Hostility): FakePorts {
  const ports = createWorkingPorts(() => failing());
  for (const [name, answers] of Object.entries(calls)) {
    if (answers !== null) ports.onCall(name as PortalCallName, inTurn(answers));
  }
  for (const [type, answers] of Object.entries(messages)) {
    if (answers !== null) ports.onMessage(type as MessageType, inTurn(answers));
  }
  for (const [name, value] of Object.entries(kept)) ports.remembered.set(name as never, value);
  return ports;
}

function inTurn(answers: readonly Answer[]): Answer {
  let turn = 0;
  return () => {
    const answer = answers[turn % answers.length];
    turn += 1;
    return answer?.();
  };
}
