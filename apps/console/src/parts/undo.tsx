import type { Call, CallInput } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useChange } from '../hooks/use-change.ts';
import { useAnnouncer } from './announcer.tsx';
import { partTexts } from './texts.ts';

export interface UndoProps<C extends Call> {
  /** The inverse of what was done. */
  readonly call: C;
  readonly input: CallInput<C>;
  readonly makesOld: readonly Call[];
  /** What is said when it is taken back. */
  readonly said: string;
}

/** Takes back what was done a moment ago. */
export function Undo<const C extends Call>({ call, input, makesOld, said }: UndoProps<C>) {
  const text = useText();
  const { tell } = useAnnouncer();
  const { carryOut, isBusy, problem } = useChange(call, makesOld);
  async function undo() {
    const outcome = await carryOut(input);
    if (outcome.ok) tell(said);
  }
  return (
    <>
      <Button isBusy={isBusy} onPress={() => void undo()}>
        {text(partTexts.undo)}
      </Button>
      {problem !== null && <> {problem.message ?? text(partTexts.notLoadedServer)}</>}
    </>
  );
}
