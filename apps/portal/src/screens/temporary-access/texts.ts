import { defineTexts } from '@vestibule/texts';

export const temporaryAccessTexts = defineTexts('temporaryAccess', {
  continue: 'Continue',
  given: 'Temporary access',
  lead: 'Support gave you access for a while. The open issues still need fixing.',
  leadUntil: 'Support gave you access until {until}. The open issues still need fixing.',
  home: 'Go to the security check',
  none: 'Support has given you none, or it is used up or over. The security check says what this computer needs.',
  noneTitle: 'You have no temporary access',
  retrying: 'The server isn’t responding. Retrying…',
  stillHere: 'Still here?',
  title: 'Redirecting to homepage...',
});
