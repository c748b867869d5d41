import { lazyPart } from '@vestibule/ui';
import type { ComponentType } from 'react';
import { NotLoadedScreen } from '../screens/page/not-loaded-screen.tsx';

/** A screen in a script of its own. When that does not arrive, the person can load the page again. */
const lazyScreen = (load: () => Promise<ComponentType>) => lazyPart(load, NotLoadedScreen);

const importSecondFactorScreen = () => import('../screens/second-factor/second-factor-screen.tsx');

/** Fetches the screen that may come next, while the password is being looked at. */
export function loadSecondFactorScreen(): void {
  importSecondFactorScreen().catch(() => undefined);
}

export const SecondFactorScreen = lazyScreen(async () => (await importSecondFactorScreen()).SecondFactorScreen);

export const SessionStatusScreen = lazyScreen(
  async () => (await import('../screens/session-status/session-status-screen.tsx')).SessionStatusScreen,
);

export const AddAuthenticatorScreen = lazyScreen(
  async () => (await import('../screens/session-status/add-authenticator-screen.tsx')).AddAuthenticatorScreen,
);

export const AddPasskeyScreen = lazyScreen(
  async () => (await import('../screens/session-status/add-passkey-screen.tsx')).AddPasskeyScreen,
);

export const ChangePasswordScreen = lazyScreen(
  async () => (await import('../screens/session-status/change-password-screen.tsx')).ChangePasswordScreen,
);

export const RenewRecoveryCodesScreen = lazyScreen(
  async () => (await import('../screens/session-status/renew-recovery-codes-screen.tsx')).RenewRecoveryCodesScreen,
);

export const SignupScreen = lazyScreen(async () => (await import('../screens/signup/signup-screen.tsx')).SignupScreen);

export const InProgressScreen = lazyScreen(
  async () => (await import('../screens/in-progress/in-progress-screen.tsx')).InProgressScreen,
);
