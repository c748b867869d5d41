import { defineTexts } from '@vestibule/texts';

export const serviceErrorTexts = defineTexts('serviceError', {
  byItself: 'Retrying…',
  lead: 'Please try again later.',
  title: "We're experiencing connection issues",
});
