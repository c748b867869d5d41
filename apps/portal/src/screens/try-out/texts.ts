import { defineTexts } from '@vestibule/texts';

export const tryOutTexts = defineTexts('tryOut', {
  label: 'Synthetic laptop',
  sentence: 'This is a simulated laptop. It signs no one in.',
  inForce: 'It is judged by the policy that holds. The link ends at {time}.',
  notInForce: 'It is judged by a policy that does not hold yet. The link ends at {time}.',
  change: 'Change the laptop',
  hide: 'Hide the switches',
  allGood: 'Make everything good',
  system: 'System',
  installed: 'Installed',
  installedAll: 'Everything',
  installedWithoutClient: 'Without Workplace',
  installedWithoutExtension: 'Without the extension',
  good: 'Good',
  bad: 'Bad',
  unread: 'Could not be read',
  notAsked: 'Not asked by this policy',
  atWorkTitle: 'Here the person would be at work',
  atWorkLead:
    'The policy lets this laptop in: a real person would now be signed in to the application. No one was signed in.',
  elsewhereTitle: 'Here the person would be on another page',
  elsewhereLead: 'A real person would now be on {path}. The synthetic laptop stays here.',
  again: 'Begin again',
  overTitle: 'This link is over',
  overLead:
    'A link to a synthetic laptop opens once and ends by itself. The person who gave it to you can make another: vestibule policy try',
  awayTitle: 'The server does not answer',
  awayLead: 'The synthetic laptop is judged by the server. Try again in a moment.',
  tryAgain: 'Try again',
});
