import { defineTexts } from '@vestibule/texts';

export const sessionExpiredTexts = defineTexts('sessionExpired', {
  goTo: 'Go to {application}',
  lead: 'Please sign in into your work website or app again.',
  noCookies:
    'Your browser keeps no cookies for this site. Allow them in its settings, then open your work website or app again.',
  nothingLost: 'Nothing is lost: finished fixes stay in place.',
  startAgain: 'Start again',
  title: 'Your session timed out.',
  own: 'Your own page',
});
