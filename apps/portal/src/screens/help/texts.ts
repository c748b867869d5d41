import { defineTexts } from '@vestibule/texts';

export const helpTexts = defineTexts('help', {
  allArticles: 'All help articles',
  allLead: 'What each check looks at, and what to do when it fails.',
  ifManaged: 'If your company manages this',
  next: 'What happens next',
  notFoundLead: 'There is no article at this address. These are all there are.',
  otherSystems: 'On another system',
  settingsHint: 'The browser may ask first. Or go there by hand:',
  stepsOn: 'On {system}',
});
