import { defineTexts } from '@vestibule/texts';

export const sessionExpiredTexts = defineTexts('sessionExpired', {
  goTo: 'Go to {application}',
  lead: 'Please sign in into your work website or app again.',
  noCookies:
    'Your browser keeps no cookies for this site. Allow them in its settings, then open your work website or app again.',
  nothingLost: 'Nothing is lost: finished fixes stay in place.',
  signedIn: 'You are signed in.',
  signedInLead: 'Your session has not ended.',
  startAgain: 'Start again',
  stepEnded: 'This step of the sign-in has ended.',
  stepEndedLead: 'You are still signed in. Open your work website or app again.',
  title: 'Your session timed out.',
  own: 'Your own page',
});
