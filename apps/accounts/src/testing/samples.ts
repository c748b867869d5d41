import type {
  Invitation,
  MySession,
  OnboardingProgress,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
  SecondFactors,
  SignInOptions,
} from '@vestibule/contracts';

/** What a server answers, as far as it is the same wherever it is needed. */
export const LOGIN_MARKER = '0b2fbb0c-3d0a-4c5c-9d4e-0f4f7d0a1b2c';

export const company: SignInOptions = {
  companyName: 'Alderbrook',
  productName: 'Workplace',
  logoUrl: null,
  accentColor: null,
  privacyPolicyUrl: 'https://alderbrook.example/privacy',
  support: {
    helpCenterUrl: '',
    phone: '+1 800 555 0142',
    phoneHours: '',
    email: 'it-help@alderbrook.example',
    supportWebSite: '',
    requestSupportUrl: '',
    shareScreenUrl: '',
  },
  applicationName: null,
  continueTo: null,
  isPasswordOffered: true,
  isPasskeyOffered: true,
  upstreams: [],
};

export const upstream = {
  id: '6f0f4c0e-5d5e-4f7b-9a3c-0d2f6a1b7c11',
  name: 'Alderbrook ID',
  startPath: '/online/upstream/6f0f4c0e-5d5e-4f7b-9a3c-0d2f6a1b7c11/start',
};

export const totpFactor: SecondFactors['factors'][number] = {
  id: '3b8f3a52-1c7e-4f1d-8a55-8a2f6f0d9c01',
  kind: 'totp',
  name: 'Authenticator app',
  createdAt: '2026-03-02T09:15:00.000Z',
};

export const passkeyFactor: SecondFactors['factors'][number] = {
  id: 'a4b1c7d2-0e3f-4a5b-9c6d-7e8f9a0b1c02',
  kind: 'passkey',
  name: 'Chrome 143 · Windows',
  createdAt: '2026-10-30T14:02:00.000Z',
};

export const secondFactors: SecondFactors = {
  factors: [passkeyFactor, totpFactor],
  recoveryCodesLeft: 8,
  isRequired: true,
};

export const device: NonNullable<MySession['device']> = {
  name: 'NADIA-LT-0427',
  state: 'approved',
  complianceStatus: 'Compliant',
  checksExpired: false,
  checkedAt: '2026-11-21T09:41:00.000Z',
  failedChecks: 0,
  unreadChecks: 0,
};

export const mySession: MySession = {
  user: {
    companyId: '1174',
    companyName: 'Alderbrook',
    userDisplayName: 'Nadia Keller',
    userId: '48210',
    userLogin: 'nadia',
    userEmail: 'nadia.keller@alderbrook.example',
    userType: 'Employee',
  },
  role: null,
  supportCode: '7KQ-42M',
  isPasswordSet: true,
  session: {
    startedAt: '2026-11-21T08:58:00.000Z',
    expiresAt: '2026-11-21T20:58:00.000Z',
    factors: ['password', 'totp'],
    isDeviceCheckOutstanding: false,
  },
  device,
  offersVouching: false,
  applications: [
    { id: '11111111-1111-4111-8111-111111111111', name: 'Mail', startUrl: 'https://mail.alderbrook.example/start' },
    {
      id: '22222222-2222-4222-8222-222222222222',
      name: 'Claims desk',
      startUrl: 'https://claims.alderbrook.example/start',
    },
    {
      id: '33333333-3333-4333-8333-333333333333',
      name: 'Time sheets and travel expenses',
      startUrl: 'https://time.alderbrook.example/',
    },
  ],
  otherSessions: [
    {
      id: 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF',
      startedAt: '2026-11-20T07:30:00.000Z',
      lastSeenAt: '2026-11-20T16:12:00.000Z',
      address: '203.0.113.24',
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Safari/604.1',
    },
    {
      id: 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY',
      startedAt: '2026-11-21T06:30:00.000Z',
      lastSeenAt: '2026-11-21T06:55:00.000Z',
      address: '2001:db8::12',
      userAgent: 'curl/8.5',
    },
  ],
};

export const invitation: Invitation = {
  companyName: 'Alderbrook',
  productName: 'Workplace',
  login: 'jonas',
  displayName: 'Jonas Weber',
  email: 'jonas.weber@alderbrook.example',
  expiresAt: '2026-11-28T12:00:00.000Z',
  isSecondFactorRequired: true,
};

const RULES = [
  ['What you may do.', 'You may use Workplace on the computers that you use for work, free of charge.'],
  ['What Workplace does.', 'When you sign in to work, it reads security settings and sends them to your company.'],
  ['What it changes.', 'It changes a setting only after you choose a fix, and the system itself asks you first.'],
  ['What your company does with it.', 'It decides which settings it asks for and how long it keeps the reports.'],
  ['No warranty.', 'Workplace is provided as it is, without warranty of any kind, as far as the law allows.'],
  ['Ending it.', 'You may remove it at any time. Without it this computer may not be let into work.'],
] as const;
const rules = RULES.map(([title, text]) => `<li><p><strong>${title}</strong> ${text}</p></li>`).join('\n');

export const agreement = {
  text: `<div><p><strong>Licence agreement for Workplace</strong></p>\n<ol>\n${rules}\n</ol></div>`,
};

export const totpBegun = {
  id: '5d2f0c4e-7a1b-4c3d-8e9f-0a1b2c3d4e5f',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauthUri:
    'otpauth://totp/Alderbrook%20%28Workplace%29:nadia?issuer=Alderbrook%20%28Workplace%29&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
};

export const recoveryCodes = Array.from({ length: 10 }, (_, position) => `7KQ${position}-42MX-PR8T-HJ3${position}`);

export const onboarding: OnboardingProgress = {
  steps: [
    { step: 'account', isDone: true, path: '/online/session-status' },
    { step: 'second-factor', isDone: true, path: '/online/second-factor' },
    { step: 'workplace', isDone: false, path: '/device-check/download' },
    { step: 'device-check', isDone: false, path: '/device-check/' },
  ],
  isDone: false,
  continueTo: '/device-check/download',
};

export const passkeyRequest: PasskeyRequestOptions = {
  challenge: 'Y2hhbGxlbmdl',
  rpId: 'work.example',
  timeout: 60_000,
  allowCredentials: [],
  userVerification: 'required',
};

export const passkeyCreation: PasskeyCreationOptions = {
  rp: { name: 'Workplace', id: 'work.example' },
  user: { id: 'dXNlcg', name: 'nadia', displayName: 'Nadia Keller' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  timeout: 60_000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred', requireResidentKey: false, userVerification: 'required' },
  attestation: 'none',
};

export const passkeyAssertion: PasskeyAssertion = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'YXV0aA', signature: 'c2ln' },
  clientExtensionResults: {},
};

export const passkeyRegistration: PasskeyRegistration = {
  id: 'aWQ',
  rawId: 'aWQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'YXR0', transports: ['internal'] },
  clientExtensionResults: {},
};
