import { defineTexts } from '@vestibule/texts';

export const firefoxExtensionTexts = defineTexts('firefoxExtension', {
  afterLink: 'Available once you opened the install link',
  allow: 'Press “Add”. It may read only the pages of this check.',
  allowTitle: 'Allow it when Firefox asks',
  install: 'Install the extension',
  installTitle: 'Install the extension',
  lead: 'Firefox needs the extension before the check can start.',
  reinstall: 'Download {product}',
  title: '{product} Browser Extension is not enabled.',
});
