import { defineTexts } from '@vestibule/texts';

export const signupTexts = defineTexts('signup', {
  accept: 'Accept and create account',
  agreement: 'Licence agreement',
  agreementNote: 'Before the account is created you see the licence agreement.',
  create: 'Create account',
  displayName: 'Your name',
  displayNameMissing: 'Your name is missing.',
  email: 'Email',
  lead: '{company} invites you. The invitation is valid until {date}.',
  login: 'Login',
  needed: 'You need an invitation',
  neededLead:
    'You have an account already? Sign in. Otherwise open the whole link in the invitation that your company sent you.',
  password: 'New password',
  secondFactorNote: 'With a password you set up a second factor right after. A passkey is enough by itself.',
  signIn: 'Sign in',
  title: 'Create your account',
  passkeyInstead: 'Use a passkey instead',
});
