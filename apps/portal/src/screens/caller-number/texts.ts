import { defineTexts } from '@vestibule/texts';

export const callerTexts = defineTexts('caller', {
  text: 'Support wants to be sure that you are the one who is calling. Read the number out only if you called support yourself. It is good for a few minutes.',
  title: 'Your number for support: {number}',
});
