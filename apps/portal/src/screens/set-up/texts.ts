import { defineTexts } from '@vestibule/texts';

/** What several pages about the installation say. */
export const setUpTexts = defineTexts('setUp', {
  continue: 'Continue',
  notAnsweringLead:
    'It was on this computer before, and the extension is there. One of these steps brings it back; the page continues automatically.',
  notAnsweringTitle: '{product} is not answering',
  notice: 'Note',
  privateWindow:
    'Is it installed already? In a private window or another browser profile it stays off until it is allowed there.',
  reinstall: 'Reinstall it',
  reinstallText: 'The new installation takes the place of the old one.',
  repair: 'Repair it',
  repairLinux: 'Open a terminal and type “workplace doctor”. It says what is wrong and how to fix it.',
  repairMac: 'Restart the computer. If that does not help, go on with the next step.',
  repairWindows: 'Open Settings, Apps, Installed apps. Press the three dots next to {product}, Modify, then Repair.',
  start: 'Start it',
  startLinux: 'Open the list of applications and type “{product}”. Then close this browser and open it again.',
  startMac: 'Press ⌘ and Space, and type “{product}”. Then close this browser and open it again.',
  startWindows: 'Press the Windows key and type “{product}”. Then close this browser and open it again.',
});
