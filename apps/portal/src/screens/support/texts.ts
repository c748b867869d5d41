import { defineTexts } from '@vestibule/texts';

export const supportTexts = defineTexts('support', {
  checksFailed: 'Checks failed',
  checksPassed: 'Checks passed',
  codeLead: 'Have this code ready, it shows support what you see here.',
  computer: 'Computer',
  contact: 'Support',
  copied: 'Code copied',
  copy: 'Copy code',
  hours: '{hours}.',
  importantFailed:
    '{count, plural, one {# important security check failed} other {# important security checks failed}}',
  noChecks: 'No checks to show',
  noChecksText: 'This computer gave no answer, or it has not been checked in this session yet.',
  passed: '{count, plural, one {# security check passed} other {# security checks passed}}',
  recommendedFailed:
    '{count, plural, one {# recommended security check failed} other {# recommended security checks failed}}',
  showMore: '{count, plural, one {Show # more} other {Show # more}}',
  title: 'Call support at {phone}',
  titleWithoutPhone: 'Call support',
  unknown:
    '{count, plural, one {# security check could not be checked} other {# security checks could not be checked}}',
  user: 'User',
});

export const supportRowTexts = defineTexts('support.row', {
  browserVersion: 'Browser version',
  clientVersion: '{product} client version',
  companyId: 'Company ID',
  companyName: 'Company name',
  computerName: 'Computer name',
  deviceLogin: 'Device login',
  email: 'Email',
  helpCenter: 'Help center',
  osVersion: 'OS version',
  outOfDate: 'Out of date ({version})',
  phone: 'Phone',
  phoneHours: 'Phone hours',
  requestSupport: 'Request support url',
  shareScreen: 'Share screen url',
  supportWebsite: 'Support Website',
  upToDate: 'Up to date ({version})',
  userEmail: 'User email',
  userId: 'User ID',
  userLogin: 'User log-in',
  userName: 'User name',
  userType: 'User type',
});

export const supportVerdictTexts = defineTexts('support.verdict', {
  managed: 'Managed by your company',
  passed: 'Passed',
  recommended: 'Recommended',
  required: 'Failed',
  stopper: 'Failed, stops sign-in',
  unknown: 'Could not be checked',
});

export const accessTexts = defineTexts('support.access', {
  ask: 'Ask for temporary access',
  asked:
    'Your request is with support. Keep this page open: it continues automatically as soon as access is given. If you close it, open your work app again later.',
  askedTitle: 'Temporary access was asked for',
  close: 'Close',
  failed: 'The request could not be sent. Try again in a moment.',
  heading: 'No time to fix it now?',
  lead: 'Support can let you in for a while. Say in one sentence why you need it.',
  reason: 'Reason',
  refusedTitle: 'Support did not give temporary access',
});
