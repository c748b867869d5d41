import type { HomeActions } from '@vestibule/flows';

function ignore() {}

export const noActions: HomeActions = {
  fix: ignore,
  checkAgain: ignore,
  continueToWork: ignore,
  confirmDemoConsent: ignore,
  declineDemoConsent: ignore,
  tryAgain: ignore,
  contactSupport: ignore,
  showInstructions: ignore,
  modal: {
    close: ignore,
    enroll: ignore,
    remindLater: ignore,
    optOut: ignore,
    finishEnrollment: ignore,
    continueEncryption: ignore,
    acceptEula: ignore,
  },
};
