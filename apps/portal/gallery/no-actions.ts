import type { HomeActions } from '@vestibule/flows';

function ignore() {}

export const noActions: HomeActions = {
  fix: ignore,
  checkAgain: ignore,
  continueToWork: ignore,
  confirmDemoConsent: ignore,
  declineDemoConsent: ignore,
  tryAgain: ignore,
};
