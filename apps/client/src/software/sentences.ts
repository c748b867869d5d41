import { say } from '@vestibule/contracts';
import type { SoftwareRefusal } from './choose-software.ts';

/** Why nothing was installed. */
export const REFUSALS: Readonly<Record<SoftwareRefusal, string>> = {
  malformed: say('What the server sent is not what was signed, so nothing was installed. Tell your support.'),
  altered: say(
    'It was not signed by a key that Workplace on this computer trusts, so nothing was installed. Tell your support.',
  ),
  'not-asked': say('What the server sent is not what was signed, so nothing was installed. Tell your support.'),
  'other-system': say('It is made for another kind of computer, so nothing was installed. Tell your support.'),
  over: say('It may not be installed any more: a newer one is needed. Nothing was installed. Tell your support.'),
  replayed: say('It may not be installed any more: a newer one is needed. Nothing was installed. Tell your support.'),
};

export const WRONG_FILE = say(
  'What the server sent is not what was signed, so nothing was installed. Tell your support.',
);
export const CUT = say('The download was interrupted, so nothing was installed. Try again.');
export const OFFLINE = say('The server could not be reached, so nothing was installed. Try again.');
export const NOT_OFFERED = say('The server does not offer it any more, so nothing was installed. Look again.');
export const NO_KEYS = say(
  'Workplace on this computer was made without keys for software, so it installs none. Ask your administrator.',
);
export const NO_INSTALLER = say('This computer does not install packages of this kind. Ask your administrator.');
export const NOT_ROOT = say('Only an administrator can install software for this computer.');
