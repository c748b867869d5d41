import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useAnnouncer } from '../../app/announcer.tsx';
import { usePorts } from '../../app/ports-context.ts';
import { pageTexts } from '../page/texts.ts';
import { STATUS_PATHS } from './paths.ts';

/** The way back from a page on which something is changed, with word of what was changed. */
export function useBackToOverview(): (done?: string) => void {
  const { navigation } = usePorts();
  const { tell } = useAnnouncer();
  return (done) => {
    if (done !== undefined) tell(done);
    navigation.show(STATUS_PATHS.overview);
  };
}

export function CancelButton() {
  const text = useText();
  const back = useBackToOverview();
  return (
    <Button kind="quiet" onPress={() => back()}>
      {text(pageTexts.cancel)}
    </Button>
  );
}
