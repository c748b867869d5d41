import { lazy, Suspense } from 'react';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { usePageInfo } from './use-page-info.ts';

const LazyHelpScreen = lazy(async () => ({ default: (await import('../screens/help/help-screen.tsx')).HelpScreen }));

/** One help article, or the list of all; the rest of the portal does not wait for them. */
export function HelpRoute() {
  const [path] = useBrowserLocation();
  const header = usePageInfo();
  const article = path.split('/').at(-1) ?? '';
  return (
    <Suspense>
      <LazyHelpScreen article={article} header={header} system={ownSystem(navigator.userAgent)} />
    </Suspense>
  );
}

/** Which system's steps come first; the person can open the others. */
function ownSystem(userAgent: string): 'windows' | 'macos' | 'linux' {
  if (userAgent.includes('Windows')) return 'windows';
  return userAgent.includes('Mac OS') ? 'macos' : 'linux';
}
