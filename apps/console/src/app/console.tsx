import { CONSOLE_PATH } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { lazyPart } from '@vestibule/ui';
import { shellTexts } from '@vestibule/web-shell';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { Entry, SignedIn } from '../frame/entry.tsx';
import { signInAddress } from '../frame/entry-addresses.ts';
import { Frame } from '../frame/frame.tsx';
import { LiveAnswers } from '../frame/live-answers.tsx';
import { Needs } from '../frame/needs.tsx';
import { createGuard } from '../hooks/guard.ts';
import { GuardContext } from '../hooks/guard-context.ts';
import { PlainPortsContext, type Ports, PortsContext } from '../hooks/ports-context.ts';
import { useCompany } from '../hooks/use-company.ts';
import { COMMAND_LINE_PAGE } from '../parts/addresses.ts';
import { Announcer } from '../parts/announcer.tsx';
import { NotFoundScreen } from '../screens/later/later-screen.tsx';
import { LostScreen } from '../screens/later/lost-screen.tsx';
import { IsolatingTexts } from '../texts/isolating-texts.tsx';
import { Landing } from './landing.tsx';
import { ROUTES, type Route as RouteOfTable } from './route-table.tsx';

const AllowScreen = lazyPart(
  async () => (await import('../screens/command-line/allow-screen.tsx')).AllowScreen,
  LostScreen,
);

type RouterHooks = Pick<React.ComponentProps<typeof Router>, 'hook' | 'searchHook'>;

export interface ConsoleProps {
  readonly ports: Ports;
  readonly queries: QueryClient;
  /** Where the address is kept, in tests: the browser’s otherwise. */
  readonly place?: RouterHooks;
}

/** The pages under /console. */
export function Console({ ports, queries, place = {} }: ConsoleProps) {
  const { server, browser } = ports;
  const guard = useMemo(
    () =>
      createGuard(
        server,
        () => browser.now(),
        () => browser.goTo(signInAddress(browser.current())),
      ),
    [server, browser],
  );
  const guarded = useMemo(() => ({ ...ports, server: guard.server }), [ports, guard]);
  return (
    <IsolatingTexts>
      <PlainPortsContext value={ports}>
        <PortsContext value={guarded}>
          <GuardContext value={guard}>
            <QueryClientProvider client={queries}>
              <Router base={CONSOLE_PATH} {...place}>
                <Announcer>
                  <Entry>
                    <LiveAnswers>
                      <Pages />
                    </LiveAnswers>
                  </Entry>
                </Announcer>
                <Needs />
              </Router>
            </QueryClientProvider>
          </GuardContext>
        </PortsContext>
      </PlainPortsContext>
    </IsolatingTexts>
  );
}

function Pages() {
  const [, navigate] = useLocation();
  return (
    <Switch>
      <Route path="/">
        <Landing />
      </Route>
      <Route path="/signed-in">
        <SignedIn onOpen={() => navigate('/')} />
      </Route>
      <Route path={`${COMMAND_LINE_PAGE}/allow`}>
        <Suspense>
          <AllowScreen />
        </Suspense>
      </Route>
      <Route>
        <Frame>
          <Switch>
            {ROUTES.map((route) => (
              <Route key={route.path} path={route.path}>
                <RoutedScreen {...route} />
              </Route>
            ))}
            <Route component={NotFoundScreen} />
          </Switch>
        </Frame>
      </Route>
    </Switch>
  );
}

function RoutedScreen({ title, Screen }: RouteOfTable) {
  const text = useText();
  const company = useCompany();
  return (
    <>
      <title>{text(shellTexts.documentTitle, { title: text(title), company: company?.companyName ?? '' })}</title>
      <Suspense>
        <Screen />
      </Suspense>
    </>
  );
}
