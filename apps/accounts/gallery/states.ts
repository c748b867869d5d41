import {
  ACCOUNT_PATHS,
  changePasswordCall,
  confirmTotpCall,
  type ErrorCode,
  enrollTotpCall,
  eulaCall,
  giveSecondFactorCall,
  invitationCall,
  mySessionCall,
  onboardingProgressCall,
  passkeySignInOptionsCall,
  registerPasskeyCall,
  secondFactorPasskeyOptionsCall,
  secondFactorsCall,
  type SecondFactorMethod,
  signInCall,
  signInOptionsCall,
  signInProgressCall,
  signOutResultCall,
} from '@vestibule/contracts';
import { STATUS_PATHS } from '../src/screens/session-status/paths.ts';
import { type FakePortsOptions, given, Refused } from '../src/testing/fake-ports.ts';
import * as samples from '../src/testing/samples.ts';
import logoUrl from './logo.svg';

const company = { ...samples.company, logoUrl };
const { mySession, secondFactors, device, invitation, onboarding } = samples;

const options = (changes: Partial<typeof company> = {}) => given(signInOptionsCall, { ...company, ...changes });

const signIn = (query: string, ...answers: FakePortsOptions['answers']): FakePortsOptions => ({
  address: `${ACCOUNT_PATHS.signIn}${query}`,
  answers: [options(), ...answers],
});

const reason = (code: ErrorCode) => signIn(`?reason=${code}`);

const secondFactor = (methods: SecondFactorMethod[], ...answers: FakePortsOptions['answers']): FakePortsOptions => ({
  address: ACCOUNT_PATHS.secondFactor,
  answers: [
    options(),
    given(signInProgressCall, {
      userDisplayName: 'Nadia Keller',
      secondFactor: { methods, mustEnroll: false },
      continueTo: '/device-check/',
    }),
    ...answers,
  ],
});

const enroll = (methods: SecondFactorMethod[]): FakePortsOptions => ({
  address: ACCOUNT_PATHS.secondFactor,
  answers: [
    options(),
    given(signInProgressCall, {
      userDisplayName: 'Nadia Keller',
      secondFactor: { methods, mustEnroll: true },
      continueTo: '/device-check/',
    }),
    given(enrollTotpCall, samples.totpBegun),
    given(confirmTotpCall, { recoveryCodes: samples.recoveryCodes, continueTo: '/device-check/' }),
  ],
});

const status = (
  changes: Partial<typeof mySession> = {},
  factors: typeof secondFactors = secondFactors,
  address: string = STATUS_PATHS.overview,
  ...answers: FakePortsOptions['answers']
): FakePortsOptions => ({
  address,
  answers: [
    options(),
    given(mySessionCall, { ...mySession, ...changes }),
    given(secondFactorsCall, factors),
    ...answers,
  ],
});

const signup = (...answers: FakePortsOptions['answers']): FakePortsOptions => ({
  address: `${ACCOUNT_PATHS.signup}#invitation=abc`,
  answers: [options(), ...answers, given(eulaCall, samples.agreement)],
});

const inProgress = (...answers: FakePortsOptions['answers']): FakePortsOptions => ({
  address: ACCOUNT_PATHS.inProgress,
  answers: [options(), ...answers],
});

/** Every state of every screen, as the server's answers and the address bring it about. */
export const states: ReadonlyMap<string, FakePortsOptions> = new Map<string, FakePortsOptions>([
  ['sign-in', signIn('')],
  [
    'sign-in-long',
    {
      address: ACCOUNT_PATHS.signIn,
      answers: [
        options({
          ...{ companyName: 'Alderbrook Mutual Insurance Company of the North' },
          applicationName: 'Claims desk',
        }),
      ],
    },
  ],
  [
    'sign-in-upstreams',
    {
      address: ACCOUNT_PATHS.signIn,
      answers: [
        options({
          upstreams: [
            samples.upstream,
            { ...samples.upstream, id: '7f0f4c0e-5d5e-4f7b-9a3c-0d2f6a1b7c11', name: 'Partner sign-in' },
          ],
        }),
      ],
    },
  ],
  ['sign-in-other-way', { address: ACCOUNT_PATHS.signIn, answers: [options({ upstreams: [samples.upstream] })] }],
  [
    'sign-in-other-way-wrong',
    {
      address: ACCOUNT_PATHS.signIn,
      answers: [options({ upstreams: [samples.upstream] }), given(signInCall, new Refused('credentials_wrong'))],
    },
  ],
  [
    'sign-in-upstream-only',
    {
      address: ACCOUNT_PATHS.signIn,
      answers: [options({ upstreams: [samples.upstream], isPasswordOffered: false, isPasskeyOffered: false })],
    },
  ],
  [
    'sign-in-no-way',
    { address: ACCOUNT_PATHS.signIn, answers: [options({ isPasswordOffered: false, isPasskeyOffered: false })] },
  ],
  [
    'sign-in-without-company',
    { address: ACCOUNT_PATHS.signIn, answers: [given(signInOptionsCall, new Refused('network'))] },
  ],
  ['sign-in-company', { address: ACCOUNT_PATHS.signIn, answers: [options({ accentColor: '#ffd400' })] }],
  ['sign-in-wrong', signIn('', given(signInCall, new Refused('credentials_wrong')))],
  ['sign-in-locked', signIn('', given(signInCall, new Refused('too_many_attempts')))],
  ['sign-in-disabled', signIn('', given(signInCall, new Refused('account_disabled')))],
  ['sign-in-network', signIn('', given(signInCall, new Refused('network')))],
  ['sign-in-empty', signIn('')],
  ['sign-in-passkey-cancelled', signIn('', given(passkeySignInOptionsCall, samples.passkeyRequest))],
  ['sign-in-expired', reason('session_expired')],
  ['sign-in-too-old', reason('sign_in_expired')],
  ['sign-in-upstream-failed', reason('upstream_failed')],
  ['sign-in-upstream-person', reason('upstream_person_unknown')],
  ['sign-in-upstream-away', reason('upstream_unreachable')],
  ['sign-in-upstream-denied', reason('upstream_denied')],
  ['sign-in-upstream-clock', reason('upstream_clock_wrong')],
  ['sign-in-upstream-domain', reason('upstream_domain_wrong')],
  ['sign-in-upstream-off', reason('upstream_unknown')],
  ['signing-out', { address: '/saml/sign-out?handle=one&back=1', answers: [options()] }],
  ['sign-in-signed-out', signIn('?done=signed-out')],
  [
    'sign-in-partly-signed-out',
    signIn(`?done=signed-out&left=${'h'.repeat(43)}`, given(signOutResultCall, { stillOpen: ['Claims desk', 'Wiki'] })),
  ],
  ['second-factor-passkey', secondFactor(['passkey', 'totp', 'recovery-code'])],
  ['second-factor-totp', secondFactor(['totp', 'recovery-code'])],
  ['second-factor-recovery', secondFactor(['totp', 'recovery-code'])],
  ['second-factor-wrong', secondFactor(['totp'], given(giveSecondFactorCall, new Refused('code_wrong')))],
  ['second-factor-locked', secondFactor(['totp'], given(giveSecondFactorCall, new Refused('too_many_attempts')))],
  ['second-factor-cancelled', secondFactor(['passkey'], given(secondFactorPasskeyOptionsCall, samples.passkeyRequest))],
  [
    'second-factor-problem',
    { address: ACCOUNT_PATHS.secondFactor, answers: [options(), given(signInProgressCall, new Refused('network'))] },
  ],
  [
    'second-factor-too-old',
    {
      address: ACCOUNT_PATHS.secondFactor,
      answers: [options(), given(signInProgressCall, new Refused('sign_in_unknown'))],
    },
  ],
  ['enroll-choose', enroll(['totp', 'passkey'])],
  ['enroll-authenticator', enroll(['totp'])],
  ['enroll-codes', enroll(['totp'])],
  ['status', status()],
  [
    'status-new',
    status(
      { device: null, applications: [], otherSessions: [] },
      { factors: [], recoveryCodesLeft: 0, isRequired: false },
    ),
  ],
  [
    'status-failed',
    status(
      {
        device: { ...device, complianceStatus: 'NotCompliant', failedChecks: 3, unreadChecks: 4 },
        role: 'administrator',
      },
      { ...secondFactors, factors: [samples.totpFactor] },
    ),
  ],
  ['status-met', status({ device: { ...device, failedChecks: 2, unreadChecks: 1 } })],
  ['status-vouches', status({ offersVouching: true })],
  ['status-old', status({ device: { ...device, checksExpired: true } })],
  ['status-waiting', status({ device: { ...device, state: 'waiting' } })],
  ['status-blocked', status({ device: { ...device, state: 'blocked' } })],
  ['status-retired', status({ device: { ...device, state: 'retired' } })],
  ['status-outstanding', status({ device: null, session: { ...mySession.session, isDeviceCheckOutstanding: true } })],
  ['status-everywhere', status()],
  ['status-remove', status()],
  ['status-ended', status()],
  [
    'status-problem',
    { address: STATUS_PATHS.overview, answers: [options(), given(mySessionCall, new Refused('server_error'))] },
  ],
  ['password', status({}, secondFactors, STATUS_PATHS.password)],
  [
    'password-weak',
    status({}, secondFactors, STATUS_PATHS.password, given(changePasswordCall, new Refused('password_weak'))),
  ],
  ['add-passkey', status({}, secondFactors, STATUS_PATHS.passkey)],
  [
    'add-authenticator',
    status({}, secondFactors, STATUS_PATHS.authenticator, given(enrollTotpCall, samples.totpBegun)),
  ],
  [
    'proof-password',
    status(
      {},
      { ...secondFactors, factors: [] },
      STATUS_PATHS.authenticator,
      given(enrollTotpCall, new Refused('proof_too_old')),
    ),
  ],
  [
    'proof-sign-in',
    status(
      { isPasswordSet: false },
      { ...secondFactors, factors: [] },
      STATUS_PATHS.authenticator,
      given(enrollTotpCall, new Refused('proof_too_old')),
    ),
  ],
  ['renew-codes', status({}, secondFactors, STATUS_PATHS.recoveryCodes)],
  ['signup', signup(given(invitationCall, invitation))],
  ['signup-short', signup(given(invitationCall, invitation))],
  ['signup-agreement', signup(given(invitationCall, invitation))],
  ['signup-unknown', signup(given(invitationCall, new Refused('invitation_unknown')))],
  ['signup-needed', { address: ACCOUNT_PATHS.signup, answers: [options()] }],
  ['in-progress', inProgress(given(onboardingProgressCall, onboarding))],
  [
    'in-progress-administrator',
    inProgress(
      given(onboardingProgressCall, onboarding),
      given(mySessionCall, { ...mySession, role: 'administrator' }),
    ),
  ],
  [
    'in-progress-done',
    inProgress(
      given(onboardingProgressCall, {
        ...onboarding,
        steps: onboarding.steps.map((step) => ({ ...step, isDone: true })),
        isDone: true,
        continueTo: '/online/session-status',
      }),
    ),
  ],
  [
    'passkey-there',
    status({}, secondFactors, STATUS_PATHS.passkey, given(registerPasskeyCall, new Refused('passkey_there'))),
  ],
]);
