import { useText } from '@vestibule/texts';
import { AuthenticatorStep } from '../factors/authenticator-step.tsx';
import { CancelButton } from './back-to-overview.tsx';
import { factorTexts } from './texts.ts';
import { useAdded } from './use-added.tsx';

export function AddAuthenticatorScreen() {
  const text = useText();
  const { codesStep, take } = useAdded(text(factorTexts.authenticatorAdded));
  return codesStep ?? <AuthenticatorStep marker={{}} onEnrolled={take} otherWay={<CancelButton />} />;
}
