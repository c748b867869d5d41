import { UserBlockedScreen } from '../../screens/user-blocked/user-blocked-screen.tsx';
import { usePageInfo } from '../use-page-info.ts';

export function UserBlockedRoute() {
  const header = usePageInfo();
  return <UserBlockedScreen header={header} />;
}
