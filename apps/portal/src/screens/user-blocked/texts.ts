import { defineTexts } from '../../texts/define-texts.ts';

export const userBlockedTexts = defineTexts('userBlocked', {
  title: 'Account access blocked',
  lead: 'Your account was disabled by support. This can happen when suspicious activity has been detected. Please contact support to find out more.',
});
