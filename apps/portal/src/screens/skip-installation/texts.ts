import { defineTexts } from '@vestibule/texts';

export const skipInstallationTexts = defineTexts('skipInstallation', {
  again: 'Back to the security check',
  asking: 'One moment: your company is being asked whether this is possible.',
  askingTitle: 'Continue without {product}',
  continue: 'Continue with temporary access',
  install: 'Install {product}',
  lead: 'You can work without {product} this time. Next time you are asked again.',
  leadInstalled: 'You can go on without the security check this time. Next time you are asked again.',
  notAllowed: '{company} does not allow it here. Install {product} to open your work app.',
  notAllowedInstalled:
    '{product} is installed on this computer, so there is nothing to continue without. Your work app opens after the security check.',
  nothingWaits:
    'You came here without a work app. To continue without {product}, open the app you want to use. Or install {product} now.',
  nothingWaitsInstalled:
    'You came here without a work app. Open the app you want to use: {product} is installed here, so the security check follows.',
  nothingWaitsTitle: 'No work app is waiting',
  policyNotMet:
    'The security check found something on this computer that has to be fixed first. Look at the check, or ask support.',
  policyNotMetTitle: 'This computer needs a fix first',
  refused: 'Your company’s server does not allow it. Support can find out why.',
  refusedTitle: 'You cannot continue without {product}',
  required:
    '{company} asks for {product} on every computer that opens work apps. There is no way around it here, but help is close.',
  requiredInstalled:
    '{company} asks for {product} on every computer that opens work apps. It is installed on this one: your work app opens after the security check.',
  requiredTitle: '{product} Installation Required',
  retrying: 'The server isn’t responding. Retrying…',
  title: 'Temporary Access Permitted',
  usedUp:
    'You have done so as often as {company} allows it. Install {product} to open your work app, or ask support for access.',
});
