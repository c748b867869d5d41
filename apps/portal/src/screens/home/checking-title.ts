import type { CheckingTitle } from '@vestibule/flows';
import type { Text } from '@vestibule/texts';
import { checkingTexts } from './texts.ts';

/** The titles of the specification, in the language of the person. */
export const CHECKING_TITLES: { readonly [title in CheckingTitle]: Text } = {
  'Determining Computer Security…': checkingTexts.determining,
  'Connecting…': checkingTexts.connecting,
  'Still working…': checkingTexts.stillWorking,
  "It's taking longer than expected. Thanks for your patience!": checkingTexts.takingLonger,
  'Scanning Computer…': checkingTexts.scanning,
};
