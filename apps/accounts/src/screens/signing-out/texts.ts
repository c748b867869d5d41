import { defineTexts } from '@vestibule/texts';

export const signingOutTexts = defineTexts('signingOut', {
  lead: 'Your work applications follow, one after another. If one does not answer, go on with the next one. At the end you read which are still open.',
  next: 'Go on with the next application',
  title: 'You are signed out here',
});
