import { useState } from 'react';
import type { Arrival } from '../arrival.ts';
import { safeTarget } from '../continue-to.ts';
import type { PublicInfo, Server } from '../server.ts';
import type { SignInProblem } from '../texts.ts';
import { SignInScreen } from './sign-in-screen.tsx';

export interface SignInRouteProps {
  readonly server: Server;
  readonly arrival: Arrival;
  readonly info: PublicInfo | null;
  readonly origin: string;
  /** Leaves these pages. */
  readonly goTo: (address: string) => void;
}

export function SignInRoute({ server, arrival, info, origin, goTo }: SignInRouteProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);

  async function signIn(login: string, password: string) {
    setIsBusy(true);
    const answer = await server.signIn({ login, password, loginMarker: arrival.loginMarker });
    const target = answer.ok ? safeTarget(answer.continueTo, origin) : null;
    if (target !== null) {
      goTo(target);
      return;
    }
    setProblem(answer.ok ? 'server_error' : answer.problem);
    setIsBusy(false);
  }

  return (
    <SignInScreen
      info={info}
      isBusy={isBusy}
      onSignIn={(login, password) => void signIn(login, password)}
      problem={problem}
      reason={arrival.reason}
    />
  );
}
