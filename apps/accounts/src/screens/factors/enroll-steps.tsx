import type { SecondFactorMethod } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { useLeave } from '../../app/use-leave.ts';
import { usePorts } from '../../app/ports-context.ts';
import { pageTexts } from '../page/texts.ts';
import { AuthenticatorStep } from './authenticator-step.tsx';
import { ChooseFactorStep } from './choose-factor-step.tsx';
import type { Enrolled } from './enrolled.ts';
import { usableMethods } from './methods.ts';
import { RecoveryCodesStep } from './recovery-codes-step.tsx';

export interface EnrollStepsProps {
  /** Those that can be set up. */
  readonly methods: readonly SecondFactorMethod[];
  /** Of the pending sign-in, if there is one. */
  readonly marker: { readonly loginMarker?: string };
  readonly name: string;
  /** Where one goes on when it is set up; otherwise where the server says then. */
  readonly continueTo?: string;
  /** What else leads on from here. */
  readonly otherWay: ReactNode;
}

type At = { readonly step: 'choose' | 'authenticator' } | { readonly step: 'codes'; readonly enrolled: Enrolled };

/** Setting up the first second factor while signing in: choose, set up, keep the codes, go on. */
export function EnrollSteps({ methods, marker, name, continueTo, otherWay }: EnrollStepsProps) {
  const text = useText();
  const leave = useLeave();
  const { isSupported } = usePorts().passkeys;
  const usable = usableMethods(methods, isSupported);
  const [at, setAt] = useState<At>({ step: usable.includes('passkey') ? 'choose' : 'authenticator' });

  function take(enrolled: Enrolled): Problem | 'leaving' | undefined {
    if (enrolled.recoveryCodes === null) return leave(continueTo ?? enrolled.continueTo);
    setAt({ step: 'codes', enrolled });
    return undefined;
  }

  switch (at.step) {
    case 'choose':
      return (
        <ChooseFactorStep
          hasAuthenticator={usable.includes('totp')}
          marker={marker}
          onAuthenticator={() => setAt({ step: 'authenticator' })}
          onEnrolled={take}
          otherWay={otherWay}
        />
      );
    case 'authenticator':
      return (
        <AuthenticatorStep
          marker={marker}
          onEnrolled={take}
          otherWay={
            <>
              {usable.includes('passkey') && (
                <Button kind="quiet" onPress={() => setAt({ step: 'choose' })}>
                  {text(pageTexts.back)}
                </Button>
              )}
              {otherWay}
            </>
          }
        />
      );
    case 'codes':
      return (
        <RecoveryCodesStep
          codes={at.enrolled.recoveryCodes ?? []}
          login={name}
          onContinue={() => leave(continueTo ?? at.enrolled.continueTo)}
        />
      );
  }
}
