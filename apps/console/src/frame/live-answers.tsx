import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { LiveContext } from '../hooks/live-context.ts';
import { usePorts } from '../hooks/ports-context.ts';
import { createRefresh } from '../hooks/refresh.ts';

/**
 * Keeps what is shown as the server has it. Where the stream of events breaks, everything is asked once: that says whether the
 * server is away, and since when. When it is back, everything is asked again.
 */
export function LiveAnswers({ children }: { readonly children: ReactNode }) {
  const { live, browser } = usePorts();
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const refresh = createRefresh(queries, () => browser.isPointedAtRows());
    let wasHeard = false;
    const end = live.listen((heard) => {
      if (heard.said === 'look') return refresh.look(heard.topic);
      setIsLive(heard.said === 'connected');
      // What was asked a moment ago, as the page began, is not of before.
      if (heard.said === 'lost' || wasHeard) refresh.lookAtEverything();
      wasHeard = true;
    });
    return () => {
      end();
      refresh.end();
    };
  }, [live, browser, queries]);
  return <LiveContext value={isLive}>{children}</LiveContext>;
}
