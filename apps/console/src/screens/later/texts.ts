import { defineTexts } from '@vestibule/texts';

export const laterTexts = defineTexts('later', {
  get: 'Get the command line',
  lead: 'This page comes later. Until then the command line does it, on the server or at your desk.',
  notFound: 'There is no such page',
  notFoundText: 'The address may be old. Choose a page on the left.',
});
