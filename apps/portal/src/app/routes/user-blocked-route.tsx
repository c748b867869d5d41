import { UserBlockedScreen } from '../../screens/user-blocked/user-blocked-screen.tsx';
import { usePorts } from '../ports-context.tsx';
import { usePageInfo } from '../use-page-info.ts';

export function UserBlockedRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  return <UserBlockedScreen header={header} onTryAgain={() => ports.page.goTo('/', 'person')} />;
}
