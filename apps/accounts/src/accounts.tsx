import { useEffect, useState } from 'react';
import { readArrival } from './arrival.ts';
import type { PublicInfo, Server } from './server.ts';
import { SessionStatusScreen } from './session-status/session-status-screen.tsx';
import { SignInRoute } from './sign-in/sign-in-route.tsx';

export interface AccountsProps {
  readonly server: Server;
  readonly location: Pick<Location, 'pathname' | 'search' | 'origin'>;
  readonly goTo: (address: string) => void;
}

export function Accounts({ server, location, goTo }: AccountsProps) {
  const [info, setInfo] = useState<PublicInfo | null>(null);

  useEffect(() => {
    void server.loadPublicInfo().then(setInfo);
  }, [server]);

  if (location.pathname.endsWith('/session-status')) return <SessionStatusScreen info={info} />;
  return (
    <SignInRoute
      arrival={readArrival(location.search)}
      goTo={goTo}
      info={info}
      origin={location.origin}
      server={server}
    />
  );
}
