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

/** Names of what is reported, by the names under which it is. */
export const factTexts = defineTexts('help.fact', {
  agents: 'Management agents',
  antivirus: 'Antivirus',
  automaticUpdates: 'Updates',
  client: 'Workplace itself',
  device: 'Computer and account',
  encryption: 'Hard drive encryption',
  firewall: 'Firewall',
  management: 'Management',
  operatingSystem: 'Operating system',
  screenLock: 'Screen lock',
  signInSecret: 'Sign-in password',
  threats: 'Threats',
});

export const nowTexts = defineTexts('help.now', {
  heading: 'On this computer, just now',
  lead: 'Exactly what would be reported at this moment, in the words of the report. Looking at it here sends nothing.',
  noClient: 'Workplace does not answer on this computer. So nothing is read, and nothing is reported.',
  noSession:
    'Workplace reads for a check alone, and none has run in this browser since it was opened. Go to the check once, then come back.',
  reading: 'Reading this computer…',
  save: 'Download as JSON',
  source: '{source}, read at {time}',
});
