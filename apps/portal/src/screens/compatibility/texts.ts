import { defineTexts } from '@vestibule/texts';

export const compatibilityTexts = defineTexts('compatibility', {
  byItself: 'This page checks again automatically, and continues when your company allows this computer.',
  copied: 'Link copied',
  copy: 'Copy link for another browser',
  helpCenter: 'Open the help center',
  lead: 'The check cannot run here. Open your work app again in one of the browsers below.',
  leadMobilePage: 'Phones and tablets are not checked here. Your company has a page for them: continue there.',
  leadOtherBrowser: 'The check cannot run in this browser. Open your work app again in one of the browsers below.',
  leadOtherSystem:
    'The check cannot run on this system. Open your work app again on a computer with one of the systems below.',
  leadMobileSite:
    'This device calls itself a computer, so {provider} is not asked about it. Request the mobile website (in Safari, in the menu next to the address), then sign in with {provider} again.',
  leadProvider:
    'This device cannot be checked here. {company} lets it in if {provider} confirms that it looks after the device.',
  leadProviderRefused:
    '{provider} did not confirm that it looks after this device, so it stays out. Enrol it as {company} asks for, or open your work app on a computer. Support can tell what is missing.',
  linux: 'Linux',
  mac: 'Mac',
  mobile: 'A phone or tablet',
  mobileCheck: 'Continue on this device',
  newer: '{version} or newer',
  notSupported: 'Not supported',
  onComputers: 'On a computer, your work app opens with these systems and browsers.',
  otherSystem: 'Another system',
  signInWith: 'Sign in with {provider}',
  signInAgain: 'Ask {provider} again',
  supported: 'Supported',
  thisBrowser: 'This browser',
  thisComputer: 'This computer',
  title: 'Unsupported operating system or browser',
  titleMobilePage: 'Continue on your company’s page for phones and tablets',
  titleProvider: 'Continue with {provider} on this device',
  windows: 'Windows',
});
