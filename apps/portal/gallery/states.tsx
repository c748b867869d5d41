import type { ReactNode } from 'react';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { ServiceErrorScreen } from '../src/screens/service-error/service-error-screen.tsx';
import { SessionExpiredScreen } from '../src/screens/session-expired/session-expired-screen.tsx';
import { Components } from './components.tsx';
import { FixDemo } from './fix-demo.tsx';
import { homeStates } from './home-states.ts';
import { noActions } from './no-actions.ts';
import { pageInfo } from './page-info.ts';

function ignore() {}

const homeScreens = Object.entries(homeStates).map(([name, view]): [string, ReactNode] => [
  name,
  <HomeScreen actions={noActions} header={pageInfo} key={name} view={view} />,
]);

/** Every state of every screen, by the name that `?state=` takes. */
export const states: ReadonlyMap<string, ReactNode> = new Map<string, ReactNode>([
  ...homeScreens,
  ['fix-demo', <FixDemo key="fix-demo" />],
  [
    'service-error',
    <ServiceErrorScreen header={pageInfo} isTrying={false} key="service-error" onTryAgain={ignore} triesByItself />,
  ],
  [
    'session-expired',
    <SessionExpiredScreen
      header={{ ...pageInfo, computer: null, client: null }}
      key="session-expired"
      wayBack={{ kind: 'application', name: 'Alderbrook Mail', url: '#mail' }}
    />,
  ],
  ['components', <Components key="components" />],
]);
