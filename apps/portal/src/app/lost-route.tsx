import type { Ports } from '@vestibule/flows';
import { useCallback, useEffect } from 'react';
import { usePorts } from '../hooks/ports-context.ts';
import { ServiceErrorScreen } from '../screens/service-error/service-error-screen.tsx';
import { ServiceErrorRoute } from '../screens/service-error/service-error-route.tsx';
import { usePageInfo } from '../screens/page/use-page-info.ts';

/** What the pages do about a window whose script is gone: once they are loaded again, as for a screen. */
export function useLostScript(): () => void {
  const ports = usePorts();
  return useCallback(() => void reloadOnce(ports, import.meta.url, () => location.reload()), [ports]);
}

/**
 * Stands where the script of a screen did not arrive. Either no one answers, and the page says so; or someone does and the
 * script is no longer there, because the server has a newer page: that one is loaded.
 */
export function LostRoute() {
  const reload = useLostScript();
  useEffect(reload, [reload]);
  return <ServiceErrorRoute />;
}

/** Stands for all pages where what they are made of did not arrive: there are no others to lead to. */
export function LostPage() {
  const reload = useLostScript();
  useEffect(reload, [reload]);
  return (
    <ServiceErrorScreen
      header={usePageInfo()}
      isTrying={false}
      onTryAgain={() => location.reload()}
      triesByItself={false}
    />
  );
}

/** Servers of one gate that are updated one by one give the older and the newer page in turn. */
const MAXIMUM_REMEMBERED = 10;

/**
 * @param page names the page that is here, so that a newer one that fails as well is not loaded over and over
 * @param reload loads the page again
 */
export async function reloadOnce(
  { server, memory }: Pick<Ports, 'server' | 'memory'>,
  page: string,
  reload: () => void,
): Promise<void> {
  const reloaded = memory.read('reloadedPages') ?? [];
  // First: a part that is painted often and has no script would ask each time.
  if (reloaded.includes(page)) return;
  const answer = await server.call('publicSupportInfo', {});
  if (answer.kind === 'unreachable') return;
  memory.write('reloadedPages', [...reloaded, page].slice(-MAXIMUM_REMEMBERED));
  // What cannot be remembered could not be told from the first time.
  if (memory.read('reloadedPages')?.includes(page) === true) reload();
}
