import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '@vestibule/contracts';
import { useEffect } from 'react';
import { ServiceErrorScreen } from '../screens/service-error/service-error-screen.tsx';
import { usePorts } from './ports-context.tsx';
import { usePageInfo } from './use-page-info.ts';

/** Looks by itself whether the server is back, and goes on when it is. */
export function ServiceErrorRoute() {
  const { server, page } = usePorts();
  const header = usePageInfo();
  const look = useQuery({
    queryKey: ['settings', 'service-error'],
    queryFn: () => server.call('settings', {}),
    refetchInterval: LIMITS.workflowRetryDelayMs,
    gcTime: 0,
  });
  const isBack = look.data !== undefined && look.data.kind !== 'unreachable';
  useEffect(() => {
    if (isBack) page.goTo('/');
  }, [isBack, page]);
  return (
    <ServiceErrorScreen
      header={header}
      isTrying={look.isFetching}
      onTryAgain={() => void look.refetch()}
      triesByItself
    />
  );
}
