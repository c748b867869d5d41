import { defineTexts } from '@vestibule/texts';

export const skipInstallationTexts = defineTexts('skipInstallation', {
  asking: 'One moment: your company is being asked whether this is possible.',
  askingTitle: 'Continue without {product}',
  continue: 'Continue with temporary access',
  install: 'Install {product}',
  lead: 'You can work without {product} this time. Next time you are asked again.',
  required:
    '{company} asks for {product} on every computer that opens work apps. There is no way around it here, but help is close.',
  requiredTitle: '{product} Installation Required',
  retrying: 'Nobody answers at the moment. We try again by ourselves every few seconds.',
  title: 'Temporary Access Permitted',
});
