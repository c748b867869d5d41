import { useBrowserLocation } from 'wouter/use-browser-location';
import { HelpScreen } from './help-screen.tsx';
import { usePageInfo } from '../page/use-page-info.ts';
import { useSetUp } from '../set-up/use-set-up.ts';
import { OwnReportNow } from './own-report-now.tsx';

/** One help article, or the list of all. */
export function HelpRoute() {
  const [path] = useBrowserLocation();
  const header = usePageInfo();
  const { system } = useSetUp();
  return <HelpScreen article={path.split('/').at(-1) ?? ''} header={header} now={<OwnReportNow />} system={system} />;
}
