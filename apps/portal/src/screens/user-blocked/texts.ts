import { defineTexts } from '@vestibule/texts';

export const userBlockedTexts = defineTexts('userBlocked', {
  title: 'Account access blocked',
  lead: 'Your account was disabled by support. This can happen when suspicious activity has been detected. Please contact support to find out more.',
});
