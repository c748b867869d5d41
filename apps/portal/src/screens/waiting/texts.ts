import { defineTexts } from '@vestibule/texts';

export const waitingTexts = defineTexts('waiting', {
  page: 'This page is being loaded.',
  signIn: 'We are asking which sign-in is waiting for you.',
  supportedVersions: 'We are asking which systems and browsers are supported.',
  title: 'One moment',
});
