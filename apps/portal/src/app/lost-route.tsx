import type { Ports } from '@vestibule/flows';
import { useCallback, useEffect } from 'react';
import { usePorts } from './ports-context.tsx';
import { ServiceErrorRoute } from './service-error-route.tsx';

/** What the pages do about a window whose script is gone: once they are loaded anew, as for a screen. */
export function useLostScript(): () => void {
  const ports = usePorts();
  return useCallback(() => void reloadOnce(ports, import.meta.url, () => location.reload()), [ports]);
}

/**
 * Stands where the script of a screen did not arrive. Either nobody answers, and the page says so; or somebody does and the
 * script is no longer there, because the server has a newer page: that one is loaded.
 */
export function LostRoute() {
  const reload = useLostScript();
  useEffect(reload, [reload]);
  return <ServiceErrorRoute />;
}

/**
 * @param page names the page that is here, so that a newer one that fails as well is not loaded over and over
 * @param reload loads the page anew
 */
export async function reloadOnce(
  { server, memory }: Pick<Ports, 'server' | 'memory'>,
  page: string,
  reload: () => void,
): Promise<void> {
  const answer = await server.call('publicSupportInfo', {});
  if (answer.kind === 'unreachable' || memory.read('reloadedPage') === page) return;
  memory.write('reloadedPage', page);
  // What cannot be remembered could not be told from the first time.
  if (memory.read('reloadedPage') === page) reload();
}
