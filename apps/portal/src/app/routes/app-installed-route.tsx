import { AppInstalledScreen } from '../../screens/app-installed/app-installed-screen.tsx';
import { usePageInfo } from '../use-page-info.ts';
import { useSetUp } from '../use-set-up.ts';

export function AppInstalledRoute() {
  const header = usePageInfo();
  const { system } = useSetUp();
  return <AppInstalledScreen header={header} system={system} />;
}
