import { defineTexts } from '@vestibule/texts';

export const extensionReadyTexts = defineTexts('extensionReady', {
  lead: 'Next comes a short scan of your security settings. It takes a few seconds.',
  leadWithoutScan: 'Next, {product} is set up for you.',
  readsOnly: '{product} reads security settings only.',
  start: 'Start security scans',
  title: '{product} browser extension is enabled',
});
