import { defineTexts } from '@vestibule/texts';

export const waitingCodeTexts = defineTexts('waitingCode', {
  copied: 'Code copied',
  copy: 'Copy code',
  elseWays:
    'Otherwise: sign in again with a second factor if your company allows that, or tell support the support code so that they approve this computer.',
  elseStep: 'Otherwise: tell support the support code, so that an administrator approves this computer.',
  heading: 'Register it from a computer that is already yours',
  label: 'Code of this computer',
  life: 'It works for {minutes} minutes, once, and for this computer only. This page continues automatically.',
  onlyStep: 'Tell support the support code, so that an administrator approves this computer.',
  otherWays:
    'Sign in again with a second factor if your company allows that, or tell support the support code so that they approve this computer.',
  warning: 'Don’t share this code with anyone, not even support.',
  where: 'On that computer, open {address}, choose “Register another computer” and enter this code:',
});
