import { defineTexts } from '@vestibule/texts';

export const newPasswordTexts = defineTexts('newPassword', {
  missing: 'The new password is missing.',
  rule: 'At least {count} characters. A few unrelated words are easy to remember and hard to guess.',
  tooShort: 'It has fewer than {count} characters.',
});
