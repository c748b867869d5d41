import { defineTexts } from '@vestibule/texts';

export const serviceErrorTexts = defineTexts('serviceError', {
  byItself: 'We try again by ourselves every few seconds.',
  lead: 'Please try again later.',
  title: "We're experiencing connection issues",
});
