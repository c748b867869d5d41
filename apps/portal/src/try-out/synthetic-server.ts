import type { TryOut } from '@vestibule/contracts';
import type { CallBody, CallInput, CallResult, PortalCallName, ServerPort } from '@vestibule/flows';
import { readThisVisitorWell } from '../adapters/visitor.ts';
import type { TryOutCalls } from './ask-try-out.ts';
import { describeTryOut } from './describe-try-out.ts';
import { NO_KEY, SUPPORT_CODE, SYNTHETIC, SYNTHETIC_ID } from './synthetic-words.ts';
import type { VisitStore } from '../screens/try-out/visit.ts';

type Answered<N extends PortalCallName> = CallResult<CallBody<N>>;
type Answers = { readonly [N in PortalCallName]?: (input: CallInput<N>) => Answered<N> | Promise<Answered<N>> };

/** What anybody may ask, no matter who they are: logo, colours, support, licence. */
const FOR_ANYBODY: readonly PortalCallName[] = ['publicSupportInfo', 'eula', 'supportPhone'];

/**
 * The server as a synthetic laptop sees it. Everything about a sign-in is answered here, in the page, and never sent: the
 * server is asked for the verdict by a call of the try-out's own, and for what it tells anybody.
 */
export function createSyntheticServer(
  visit: VisitStore,
  tryOut: TryOut,
  calls: TryOutCalls,
  real: Pick<ServerPort, 'call'>,
): ServerPort {
  const { origin } = location;
  const { settings, pendingSignIn } = describeTryOut(tryOut, origin);
  const session = {
    sessionId: SYNTHETIC_ID,
    publicKey: NO_KEY,
    expirationTime: tryOut.endsAt,
    nonce: SYNTHETIC,
    signIn: SYNTHETIC,
    grant: SYNTHETIC,
  };
  let reports = 0;

  async function companySettings(): Promise<Answered<'companySettings'>> {
    const answer = await real.call('companySettings', {});
    if (answer.kind !== 'answer') return answer;
    return { ...answer, body: { ...answer.body, workplaceAccessPolicy: tryOut.workplaceAccessPolicy } };
  }

  const answers: Answers = {
    settings: () => said(settings),
    pendingSignIn: () => said(pendingSignIn),
    companySettings,
    async onlineSettings() {
      const answer = await companySettings();
      if (answer.kind !== 'answer') return answer;
      return said({ ...answer.body, features: [], signupPath: null });
    },
    async supportedVersions() {
      const { systemVersion, browser } = await readThisVisitorWell();
      const list = {
        supportedOs: [{ version: systemVersion ?? '0', name: '' }],
        supportedBrowsers: [{ name: browser, version: '0' }],
      };
      const platform = { frontline: list, secureEnclave: list, other: list };
      return said({ mac: platform, windows: platform, linux: platform });
    },
    accessToken: () => said({ accessToken: SYNTHETIC, expiresIn: 3600, scope: SYNTHETIC }),
    createSession: () => said({ ...session, token: SYNTHETIC }),
    createRestrictedSession: () =>
      said({
        ...session,
        accessToken: SYNTHETIC,
        config: {
          devicesV2: { token: SYNTHETIC, session: { id: SYNTHETIC_ID }, endpoints: [] },
          user: { id: SYNTHETIC, displayName: '' },
          company: { id: SYNTHETIC, displayName: tryOut.companyName },
        },
      }),
    confirmRestrictedSession: () => said({ accessToken: SYNTHETIC, sessionId: SYNTHETIC_ID }),
    uploadUrl: () => said({ uploadUrl: `${origin}/` }),
    async checkResult() {
      const told = await calls.judge(visit.read().laptop);
      if (told.kind === 'over') visit.close();
      if (told.kind !== 'told') return { kind: 'unreachable' };
      const { result, mayContinue } = told.body;
      const permit = mayContinue ? SYNTHETIC : null;
      return said({ ...result, reportSequence: reports, encryptedPermit: permit, permitSalt: permit });
    },
    fixGrant: ({ body }) => said({ grant: body?.fixActionTypes.join(' ') ?? '' }),
    samlResponse: () => said({ actionUrl: origin, samlResponse: '', relayState: null }),
    temporaryAccessInfo: () =>
      said({
        isTempAccessGranted: false,
        expiresAt: null,
        reason: null,
        mayBeAsked: false,
        isAsked: false,
        refusal: null,
        caller: null,
      }),
    installerParameters: () => said({ url: `${origin}/`, params: {}, token: null, deviceUserId: SYNTHETIC }),
    deviceAccount: () => silence,
    activity: () => silence,
    samlLoginActivity: () => silence,
  };

  return {
    tabCode: SUPPORT_CODE,
    clockOffsetMs: () => null,
    async call<N extends PortalCallName>(name: N, input: CallInput<N>): Promise<Answered<N>> {
      if (FOR_ANYBODY.includes(name)) return real.call(name, input);
      const answer: Answers[N] = answers[name];
      return answer === undefined ? { kind: 'refused', status: 404, code: 'not_found' } : answer(input);
    },
    async upload() {
      reports += 1;
      return silence;
    },
  };
}

function said<Body>(body: Body): CallResult<Body> {
  return { kind: 'answer', status: 200, body };
}

const silence = { kind: 'answer', status: 204, body: null } as const;
