import {
  ACCOUNT_PATHS,
  passkeySignInCall,
  passkeySignInOptionsCall,
  signInCall,
  type SignInStep,
} from '@vestibule/contracts';
import { useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { type Arrival, markerOf, withMarker } from '../../app/arrival.ts';
import { usePorts } from '../../app/ports-context.ts';
import { loadSecondFactorScreen } from '../../app/screens.ts';
import { useLeave } from '../../app/use-leave.ts';
import { useTask } from '../../app/use-task.ts';

type Way = 'password' | 'passkey';

export interface SignIn {
  /** The way that is under way. */
  readonly busyWith: Way | null;
  readonly problem: Problem | null;
  /** The problem is the login or the password: it stands at the field. */
  readonly isAboutPassword: boolean;
  readonly byPassword: (login: string, password: string) => void;
  readonly byPasskey: () => void;
}

/** Signs in and goes where the server says: on, or to the second factor. */
export function useSignIn(arrival: Arrival): SignIn {
  const { server, passkeys, navigation } = usePorts();
  const leave = useLeave();
  const { isBusy, problem, run } = useTask();
  const [way, setWay] = useState<Way>('password');
  const isWrong = problem === 'credentials_wrong';

  function follow(step: SignInStep): Problem | 'leaving' | undefined {
    if ('continueTo' in step) return leave(step.continueTo);
    navigation.show(withMarker(ACCOUNT_PATHS.secondFactor, arrival));
    return undefined;
  }

  return {
    busyWith: isBusy ? way : null,
    problem: isWrong && way === 'passkey' ? 'passkey_refused' : problem,
    isAboutPassword: isWrong && way === 'password',
    byPassword: (login, password) => {
      setWay('password');
      loadSecondFactorScreen();
      void run(() => server.ask(signInCall, { body: { login, password, ...markerOf(arrival) } }), follow);
    },
    byPasskey: () => {
      setWay('passkey');
      void run(async () => {
        const options = await server.ask(passkeySignInOptionsCall);
        if (!options.ok) return options;
        const given = await passkeys.give(options.body);
        if (!given.ok) return given;
        return server.ask(passkeySignInCall, { body: { response: given.body, ...markerOf(arrival) } });
      }, follow);
    },
  };
}
