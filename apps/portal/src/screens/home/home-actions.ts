import type { HomeActions, HomeEvent } from '@vestibule/flows';

/** What a person does on the home screen, as the chart hears it. */
export function createHomeActions(send: (event: HomeEvent) => void): HomeActions {
  return {
    fix: (types) => send({ type: 'user.fix', types }),
    checkAgain: () => send({ type: 'user.check-again' }),
    continueToWork: () => send({ type: 'user.continue' }),
    confirmDemoConsent: () => send({ type: 'user.confirm-demo' }),
    declineDemoConsent: () => send({ type: 'user.decline-demo' }),
    tryAgain: () => send({ type: 'user.try-again' }),
    contactSupport: () => send({ type: 'modal.support' }),
    showInstructions: (topic) => send({ type: 'modal.instructions', topic }),
    modal: {
      close: () => send({ type: 'user.close-modal' }),
      enroll: () => send({ type: 'user.enroll' }),
      remindLater: () => send({ type: 'user.remind-later' }),
      optOut: () => send({ type: 'user.opt-out' }),
      finishEnrollment: () => send({ type: 'user.enrollment-ok' }),
      continueEncryption: () => send({ type: 'user.continue-encryption' }),
      acceptEula: () => send({ type: 'user.accept-eula' }),
    },
  };
}
