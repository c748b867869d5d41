import { defineTexts } from '@vestibule/texts';

export const downloadTexts = defineTexts('download', {
  accepted: 'You accepted the licence agreement.',
  agent:
    'No extension allowed in this browser? {product} can report this computer by itself. To open an application, you need the extension.',
  agentDownload: 'Download for use without the extension',
  byDownloading: 'By downloading you accept:',
  changesOnly: 'Changes a setting only when you press “Fix it for me”.',
  download: 'Download',
  extensionFirst:
    'The browser extension is missing in this browser. Download leads there first; after that the download starts from here.',
  extensionFirstTitle: 'The browser extension comes first',
  failed: 'The server didn’t respond. Try again in a moment.',
  failedTitle: 'The download could not be started',
  forLinux: 'For Linux · about 2 minutes',
  forMac: 'For macOS · about 2 minutes',
  forWindows: 'For Windows 10 and 11 · about 2 minutes',
  fullList: 'See the full list',
  lead: '{company} asks that your computer is checked before you open work apps. {product} is the small program that does it.',
  missing: 'Support can tell how {product} gets onto it.',
  missingTitle: 'There is no installer for this computer',
  neverReads: 'Never reads your files, messages, passwords or browsing.',
  picture: '{product} runs on your computer and opens the way to your work apps',
  reads: 'Reads security settings: encryption, firewall, antivirus, updates, screen lock.',
  skip: 'Continue without {product}',
  title: 'Install {product} on this computer',
  updaterLead:
    '{product} on this computer is too old for the check. The new version takes its place and keeps everything as it is.',
  updaterTitle: 'Install {product} on your computer',
});
