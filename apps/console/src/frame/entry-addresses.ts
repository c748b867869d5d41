import { ACCOUNT_PATHS, CONSOLE_PATH } from '@vestibule/contracts';

/** Says that the person is signed in, in the tab that was opened for it. */
export const SIGNED_IN_PATH = `${CONSOLE_PATH}/signed-in`;

/** The sign-in, which leads back. @param back path, query and fragment of a page of the console */
export function signInAddress(back: string): string {
  return `${ACCOUNT_PATHS.signIn}?${new URLSearchParams({ to: back }).toString()}`;
}
