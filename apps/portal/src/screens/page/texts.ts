import { defineTexts } from '@vestibule/texts';

export const pageTexts = defineTexts('page', {
  clientOutOfDate: '{product} {version} · Out of date',
  clientUpToDate: '{product} {version} · Up to date',
  contactSupport: 'Contact support',
  deviceCheckFor: 'Device check for {company}',
  supportCode: 'Support code',
  supportCodeCopied: 'Support code copied',
  supportCodeCopy: 'Copy support code',
  tryAgain: 'Try again',
  whatWeRead: 'What we read',
});
