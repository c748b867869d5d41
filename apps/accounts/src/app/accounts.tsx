import { ACCOUNT_PATHS, signInOptionsCall } from '@vestibule/contracts';
import { useCompanyAccent } from '@vestibule/ui';
import { type ComponentType, type ReactNode, Suspense, useCallback, useMemo } from 'react';
import { AccountsPage } from '../screens/page/accounts-page.tsx';
import { STATUS_PATHS } from '../screens/session-status/paths.ts';
import { SigningOutScreen } from '../screens/signing-out/signing-out-screen.tsx';
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx';
import { Announcer } from './announcer.tsx';
import { markerOf, readArrival } from './arrival.ts';
import { askWhileSignedIn } from './ask-while-signed-in.ts';
import { CompanyContext } from './company-context.ts';
import { type Ports, PortsContext } from './ports-context.ts';
import {
  AddAuthenticatorScreen,
  AddPasskeyScreen,
  ChangePasswordScreen,
  InProgressScreen,
  RenewRecoveryCodesScreen,
  SecondFactorScreen,
  SessionStatusScreen,
  SignupScreen,
} from './screens.ts';
import { useAnswer } from './use-answer.ts';
import { SIGN_OUT_PATH } from './use-leave.ts';
import { useLookAgain } from './use-look-again.ts';
import { usePlace } from './use-place.ts';

interface Route {
  readonly Screen: ComponentType;
}

const SIGN_IN: Route = { Screen: SignInScreen };

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  [ACCOUNT_PATHS.secondFactor, { Screen: SecondFactorScreen }],
  [STATUS_PATHS.overview, { Screen: SessionStatusScreen }],
  [STATUS_PATHS.password, { Screen: ChangePasswordScreen }],
  [STATUS_PATHS.passkey, { Screen: AddPasskeyScreen }],
  [STATUS_PATHS.authenticator, { Screen: AddAuthenticatorScreen }],
  [STATUS_PATHS.recoveryCodes, { Screen: RenewRecoveryCodesScreen }],
  [ACCOUNT_PATHS.signup, { Screen: SignupScreen }],
  [ACCOUNT_PATHS.inProgress, { Screen: InProgressScreen }],
  [SIGN_OUT_PATH, { Screen: SigningOutScreen }],
]);

/** The pages under /online and /onboarding. A path that is none of them leads to the sign-in. */
export function Accounts({ ports }: { readonly ports: Ports }) {
  const guarded = useMemo(() => ({ ...ports, server: askWhileSignedIn(ports.server, ports.navigation) }), [ports]);
  return (
    <PortsContext value={guarded}>
      <Announcer>
        <OfCompany>
          <RoutedScreen />
        </OfCompany>
      </Announcer>
    </PortsContext>
  );
}

function RoutedScreen() {
  const { pathname } = usePlace();
  const { Screen } = ROUTES.get(pathname) ?? SIGN_IN;
  return (
    <Suspense fallback={<AccountsPage title="">{null}</AccountsPage>}>
      <Screen key={pathname} />
    </Suspense>
  );
}

function OfCompany({ children }: { readonly children: ReactNode }) {
  const [loaded, ask] = useAnswer(signInOptionsCall, { query: markerOf(readArrival(usePlace().search)) });
  useCompanyAccent(loaded.state === 'ready' ? loaded.body.accentColor : null);
  const isLost = loaded.state === 'problem';
  const askIfLost = useCallback(async () => (isLost ? ask() : undefined), [isLost, ask]);
  useLookAgain(askIfLost);
  const company = useMemo(() => ({ loaded, ask }), [loaded, ask]);
  return <CompanyContext value={company}>{children}</CompanyContext>;
}
