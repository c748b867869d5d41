import { defineTexts } from '@vestibule/texts';

export const compatibilityTexts = defineTexts('compatibility', {
  byItself: 'This page looks again by itself, and goes on when your company allows this computer.',
  copied: 'Link copied',
  copy: 'Copy link to this page',
  helpCenter: 'Open the help center',
  lead: 'The check cannot run here. Open your work app again in one of the browsers below.',
  leadOtherBrowser: 'The check cannot run in this browser. Open your work app again in one of the browsers below.',
  leadOtherSystem:
    'The check cannot run on this system. Open your work app again on a computer with one of the systems below.',
  linux: 'Linux',
  mac: 'Mac',
  mobile: 'A phone or tablet',
  mobileCheck: 'Go on with this device',
  newer: '{version} or newer',
  notSupported: 'Not supported',
  otherSystem: 'Another system',
  supported: 'Supported',
  thisBrowser: 'This browser',
  thisComputer: 'This computer',
  title: 'Unsupported operating system or browser',
  windows: 'Windows',
});
