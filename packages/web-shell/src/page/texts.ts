import { defineTexts } from '@vestibule/texts';

export const shellTexts = defineTexts('page', {
  documentTitle: '{title} – {company}',
  language: 'Language',
  privacyPolicy: 'Privacy policy',
  skip: 'Skip to main content',
  support: 'Support',
});
