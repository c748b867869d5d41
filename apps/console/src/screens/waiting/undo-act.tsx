import type { Call, CallInput } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useChange } from '../../hooks/use-change.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { partTexts } from '../../parts/texts.ts';
import { answerTexts as texts } from './texts.ts';
import { ABOUT_WAITING } from './use-waiting.ts';

export interface UndoActProps<C extends Call> {
  readonly call: C;
  readonly input: CallInput<C>;
  /** Whose or of which it was. */
  readonly name: string;
}

/** The inverse of what was done a moment ago. */
export function UndoAct<const C extends Call>({ call, input, name }: UndoActProps<C>) {
  const text = useText();
  const { tell } = useAnnouncer();
  const { carryOut, isBusy, problem } = useChange(call, ABOUT_WAITING);
  async function undo() {
    const outcome = await carryOut(input);
    if (outcome.ok) tell(text(texts.undone, { name }));
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
