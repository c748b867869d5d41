import { defineTexts } from '@vestibule/texts';

export const extensionNotReadyTexts = defineTexts('extensionNotReady', {
  clientMissing: 'The extension is there, but {product} itself gave no answer for half a minute.',
  clientMissingTitle: '{product} itself is missing or not running',
  greySwitch: 'Is the switch grey, or may it not be installed? A policy of your company may say so.',
  install: 'Install {product}',
  installExtension: 'Install the extension',
  installFirst: 'This browser does not have the extension yet? Install it first:',
  leadSafari:
    'Safari has no extension of {product}. Open your work app in Chrome or Edge instead: the check runs there.',
  lead: 'The check needs it. Turning it on takes a few seconds.',
  looksAgain: 'This page checks again when you come back to it.',
  picture: 'The extension card with its switch turned on',
  reload: 'Reload page',
  reloadStep: 'Press the button below.',
  reloadTitle: 'Reload this page',
  ownOfSafari: 'Your company gave you an extension for Safari of its own? Turn it on:',
  thenTurnOn: 'It is installed already? Turn on its switch:',
  title: '{product} browser extension is not enabled',
});

export const enableTexts = defineTexts('extensionNotReady.enable', {
  allowFirefox: 'Press the puzzle piece once more, then {product}, then “Always Allow on” this website.',
  allowFirefoxTitle: 'Allow it on this website',
  allowSafari: 'Press “Edit Websites” and choose “Allow” for this website.',
  allowSafariTitle: 'Allow it on this website',
  menu: 'Press the puzzle piece to the right of the address bar, then “Manage extensions”.',
  menuTitle: 'Open the extensions menu',
  openSafari: 'In the menu bar choose Safari, Settings, Extensions. In older versions Settings is called Preferences.',
  openSafariOld: 'In the menu bar choose Safari, Preferences, Extensions.',
  openSafariTitle: 'Open the settings of Safari',
  other: 'Open the list of extensions or add-ons of your browser.',
  otherTitle: 'Open the list of extensions',
  switchBeside: 'The switch is to the right of its name.',
  switchBottom: 'The switch is at the bottom right of its card.',
  switchTitle: 'Find {product} and turn on its switch',
  tick: 'Set the tick next to its name in the list on the left, and press “Turn On”.',
  tickOld: 'Choose it in the list on the left and set the tick at “Enable {product} Extension”.',
  tickTitle: 'Find {product} and turn it on',
});
