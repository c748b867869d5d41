import type { StepFailure } from './device-flow/step-result.ts';

/**
 * The screen to which a failure leads that trying again does not mend (specification, section 8: 401 on any call).
 * @returns null when trying again may help
 */
export function pathOfFailure({ kind }: StepFailure): string | null {
  switch (kind) {
    case 'signed-out':
    case 'sign-in-over':
      return '/session-expired';
    case 'account-disabled':
      return '/user-blocked';
    case 'device-blocked':
    case 'device-not-approved':
    case 'restart':
    case 'unreachable':
    case 'client':
      return null;
  }
}
