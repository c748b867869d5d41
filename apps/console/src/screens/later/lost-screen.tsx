import { useText } from '@vestibule/texts';
import { problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { NotLoaded } from '../../parts/state.tsx';
import { partTexts as texts } from '../../parts/texts.ts';

/** In the place of a page whose script did not arrive: the network is away, or the server has a newer one. */
export function LostScreen() {
  const text = useText();
  const { browser } = usePorts();
  return (
    <>
      <PageHead page="lost" title={text(texts.notLoaded)} />
      <NotLoaded onTryAgain={() => browser.reload()} problem={problem('network')} />
    </>
  );
}
