import type { EncryptionWay } from '@vestibule/contracts';
import type { Modal } from '@vestibule/flows';
import type { Text } from '@vestibule/texts';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { encryptionTexts } from './texts.ts';

export type EncryptionModal = Extract<Modal, { readonly kind: 'encryption' }>;

export interface EncryptionWords {
  readonly title: Text;
  readonly sentences: readonly Text[];
}

const {
  activateDoes,
  activateTakes,
  activateTitle,
  encrypting,
  encryptingTitle,
  keepOn,
  keyMacos,
  keyResume,
  keyWindows,
  noPercent,
  opening,
  resumeDoes,
  resumeTitle,
  resuming,
  settingsMacos,
  settingsNext,
  settingsWindows,
  takesMacos,
  takesWindows,
  title,
  turnOnMacos,
  turnOnWindows,
} = encryptionTexts;

const TITLES: Readonly<Record<EncryptionWay, Text>> = {
  resume: resumeTitle,
  'turn-on': title,
  activate: activateTitle,
};

/** What the encryption window says, by what will be done and on which system. */
export function encryptionWords(modal: EncryptionModal, system: SetUpSystem): EncryptionWords {
  const isMac = system === 'macos';
  switch (modal.step) {
    case 'asking':
      return { title: TITLES[modal.way], sentences: beforehand(modal.way, isMac) };
    case 'running':
      return { title: TITLES[modal.way], sentences: [modal.way === 'resume' ? resuming : opening] };
    case 'in-settings':
      return { title: TITLES[modal.way], sentences: [isMac ? settingsMacos : settingsWindows, settingsNext] };
    case 'encrypting': {
      const isSilent = modal.percent === null && system === 'windows';
      return { title: encryptingTitle, sentences: [encrypting, ...(isSilent ? [noPercent] : []), keepOn] };
    }
    default:
      return modal satisfies never;
  }
}

/** What Continue does, how long it takes, and whose the recovery key is. */
function beforehand(way: EncryptionWay, isMac: boolean): readonly Text[] {
  switch (way) {
    case 'resume':
      return [resumeDoes, keyResume];
    case 'activate':
      return [activateDoes, activateTakes, keyWindows];
    case 'turn-on':
      return isMac ? [turnOnMacos, takesMacos, keyMacos, keepOn] : [turnOnWindows, takesWindows, keyWindows, keepOn];
    default:
      return way satisfies never;
  }
}
