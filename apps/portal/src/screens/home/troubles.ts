import type { Trouble } from '@vestibule/flows';
import type { DoorwayState } from '@vestibule/ui';
import type { Text } from '@vestibule/texts';
import { troubleTexts } from './texts.ts';

export interface TroubleContent {
  readonly doorway: DoorwayState;
  readonly title: Text;
  readonly sentence: Text;
  /** What helps most; the other steps stand next to it. */
  readonly firstStep: 'install' | 'try-again' | 'contact-support';
}

export const TROUBLES: { readonly [trouble in Trouble]: TroubleContent } = {
  'extension-missing': {
    doorway: 'none',
    title: troubleTexts.extensionMissingTitle,
    sentence: troubleTexts.extensionMissingText,
    firstStep: 'install',
  },
  'client-missing': {
    doorway: 'none',
    title: troubleTexts.clientMissingTitle,
    sentence: troubleTexts.clientMissingText,
    firstStep: 'install',
  },
  'client-outdated': {
    doorway: 'none',
    title: troubleTexts.clientOutdatedTitle,
    sentence: troubleTexts.clientOutdatedText,
    firstStep: 'install',
  },
  'client-not-answering': {
    doorway: 'connection',
    title: troubleTexts.clientNotAnsweringTitle,
    sentence: troubleTexts.clientNotAnsweringText,
    firstStep: 'try-again',
  },
  'keys-missing': {
    doorway: 'none',
    title: troubleTexts.keysMissingTitle,
    sentence: troubleTexts.keysMissingText,
    firstStep: 'contact-support',
  },
  'no-data': {
    doorway: 'none',
    title: troubleTexts.noDataTitle,
    sentence: troubleTexts.noDataText,
    firstStep: 'try-again',
  },
  'clock-wrong': {
    doorway: 'none',
    title: troubleTexts.clockWrongTitle,
    sentence: troubleTexts.clockWrongText,
    firstStep: 'try-again',
  },
  'blocked-by-policy': {
    doorway: 'blocked',
    title: troubleTexts.blockedByPolicyTitle,
    sentence: troubleTexts.blockedByPolicyText,
    firstStep: 'contact-support',
  },
  'server-not-answering': {
    doorway: 'connection',
    title: troubleTexts.serverNotAnsweringTitle,
    sentence: troubleTexts.serverNotAnsweringText,
    firstStep: 'try-again',
  },
  'no-verdict': {
    doorway: 'connection',
    title: troubleTexts.noVerdictTitle,
    sentence: troubleTexts.noVerdictText,
    firstStep: 'try-again',
  },
  'no-leave': {
    doorway: 'connection',
    title: troubleTexts.noLeaveTitle,
    sentence: troubleTexts.noLeaveText,
    firstStep: 'try-again',
  },
  'device-blocked': {
    doorway: 'blocked',
    title: troubleTexts.deviceBlockedTitle,
    sentence: troubleTexts.deviceBlockedText,
    firstStep: 'contact-support',
  },
  'device-not-approved': {
    doorway: 'blocked',
    title: troubleTexts.deviceNotApprovedTitle,
    sentence: troubleTexts.deviceNotApprovedText,
    firstStep: 'contact-support',
  },
  'grant-refused': {
    doorway: 'connection',
    title: troubleTexts.grantRefusedTitle,
    sentence: troubleTexts.grantRefusedText,
    firstStep: 'contact-support',
  },
};
