import { defineTexts } from '@vestibule/texts';

export const secondFactorTexts = defineTexts('secondFactor', {
  someoneElse: 'Sign in as another person',
});
