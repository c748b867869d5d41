import { defineTexts } from '@vestibule/texts';

export const signInTexts = defineTexts('signIn', {
  lead: 'Then {product} checks the security of this computer.',
  leadToApplication: 'Then {product} checks the security of this computer, and {application} opens.',
  login: 'Login',
  loginMissing: 'The login is missing.',
  noWay: 'Signing in is not set up here yet',
  noWayText: 'Support knows how you get to work meanwhile.',
  notSignedIn: 'Not signed in',
  or: 'or',
  passkey: 'Sign in with a passkey',
  password: 'Password',
  passwordMissing: 'The password is missing.',
  signedOut: 'You are signed out',
  signedOutText: 'Applications that are still open may ask you to sign in again.',
  partlySignedOut: 'You are signed out here, but not everywhere',
  signIn: 'Sign in',
  signInTo: 'Sign in to {company}',
  signInWith: 'Sign in with {name}',
  stillOpen: 'Could not be signed out: {applications}. Sign out there yourself.',
  stillOpenUnknown: 'An application could not be signed out. Sign out yourself wherever you were working.',
});
