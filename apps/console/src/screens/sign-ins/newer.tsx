import { adminSignInsCall, type SignIn } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LiveRegion } from '@vestibule/ui';
import { useAnswer } from '../../hooks/use-answer.ts';
import styles from './sign-ins.module.css';
import { signInsTexts as texts } from './texts.ts';
import type { SignIns } from './use-sign-ins.ts';

const EVERY_MS = 10_000;

export interface NewerProps {
  readonly signIns: SignIns;
  readonly shown: readonly SignIn[];
  readonly onTake: () => void;
}

/** Says how many came since the rows were read. They come in when they are asked for: nothing moves under the pointer. */
export function Newer({ signIns: { which }, shown, onTake }: NewerProps) {
  const text = useText();
  const newest = shown[0]?.at;
  const from = newest ?? which.from;
  const since = useAnswer(
    adminSignInsCall,
    { query: { ...which, limit: '1', ...(from !== undefined && { from }) } },
    { everyMs: EVERY_MS },
  );
  // Of those that began in the same moment as the newest row, the ones that are shown are none of the new ones.
  const known = shown.filter(({ at }) => at === newest).length;
  const isOfThese = !since.isPlaceholderData;
  const count = isOfThese ? Math.max(0, (since.data?.total ?? 0) - known) : 0;
  return (
    <>
      {count > 0 && (
        <div className={styles['newer']}>
          <Button kind="link" onPress={onTake}>
            {text(texts.newer, { count })}
          </Button>
        </div>
      )}
      <LiveRegion text={count > 0 ? text(texts.newer, { count }) : ''} />
    </>
  );
}
