import { AppInstalledScreen } from './app-installed-screen.tsx';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSetUp } from '../set-up/use-set-up.ts';

export function AppInstalledRoute() {
  const header = usePageInfo();
  const { system } = useSetUp();
  return <AppInstalledScreen header={header} system={system} />;
}
