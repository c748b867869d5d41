import type { ErrorCode } from '@vestibule/contracts';

export const texts = {
  call: (phone: string) => `Call ${phone}`,
  goToCheck: 'Check this computer',
  hidePassword: 'Hide password',
  lead: (product: string) => `Then ${product} checks the security of this computer.`,
  login: 'Login',
  loginMissing: 'The login is missing.',
  notSignedIn: 'Not signed in',
  password: 'Password',
  passwordMissing: 'The password is missing.',
  problem: 'Problem',
  problems: 'Problems?',
  showPassword: 'Show password',
  signedInLead: 'Open your work website or app to go on.',
  signedInTitle: 'You are signed in',
  signIn: 'Sign in',
  signInTo: (company: string) => `Sign in to ${company}`,
  skip: 'Skip to main content',
} as const;

/** Why a sign-in did not succeed. */
export type SignInProblem = ErrorCode | 'network';

interface ProblemText {
  readonly title: string;
  readonly text: string;
}

const DISABLED: ProblemText = {
  title: 'Your account was disabled by support.',
  text: 'This can happen when suspicious activity has been detected. Please contact support to find out more.',
};

const SIGN_IN_TOO_OLD: ProblemText = {
  title: 'This sign-in is too old.',
  text: 'Open your work website or app again and sign in from there.',
};

const SERVER_ERROR: ProblemText = {
  title: 'The sign-in did not work.',
  text: 'The server could not answer. Nothing is wrong with your password: try again in a moment.',
};

const PROBLEMS: { readonly [problem in SignInProblem]?: ProblemText } = {
  account_disabled: DISABLED,
  credentials_wrong: {
    title: 'The login or the password is wrong.',
    text: 'Passwords tell capital and small letters apart.',
  },
  network: {
    title: 'The server cannot be reached.',
    text: 'The connection to the network may be down. Try again when it is back.',
  },
  server_error: SERVER_ERROR,
  sign_in_expired: SIGN_IN_TOO_OLD,
  sign_in_unknown: SIGN_IN_TOO_OLD,
  too_many_attempts: {
    title: 'Too many attempts.',
    text: 'Signing in is closed for half a minute, so that nobody can guess your password.',
  },
};

/** What a problem means for the person; every code has a text. */
export function problemText(problem: SignInProblem): ProblemText {
  return PROBLEMS[problem] ?? SERVER_ERROR;
}

const REASONS: { readonly [code in ErrorCode]?: ProblemText } = {
  account_disabled: DISABLED,
  not_signed_in: { title: 'Nobody is signed in.', text: 'Sign in to go on.' },
  session_expired: { title: 'Your session timed out.', text: 'Please sign in into your work website or app again.' },
  sign_in_expired: SIGN_IN_TOO_OLD,
  sign_in_unknown: SIGN_IN_TOO_OLD,
};

/** Why another part of the product sent the person here; null for a reason that says nothing to a person. */
export function reasonText(code: ErrorCode): ProblemText | null {
  return REASONS[code] ?? null;
}
