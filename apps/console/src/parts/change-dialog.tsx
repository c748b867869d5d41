import { type Call, type CallInput, outcomeSchema } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, TextField } from '@vestibule/ui';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Problem } from '../adapters/outcome.ts';
import type { Answered } from '../hooks/answered.ts';
import { useChange } from '../hooks/use-change.ts';
import styles from './change-dialog.module.css';
import { Changes } from './changes.tsx';
import { CommandLine } from './command.tsx';
import { partTexts as texts } from './texts.ts';

export interface ChangeDialogProps<C extends Call> {
  readonly title: string;
  /** What happens at once, and to whom. */
  readonly lead?: string;
  readonly call: C;
  /** Null while the form does not say all that is needed. */
  readonly input: CallInput<C> | null;
  /** What does the same on the command line. */
  readonly command: string;
  /** On the button; it names the number where there is one. */
  readonly confirm: string | ((body: Answered<C>) => string);
  /** It keeps people out, or is for good. */
  readonly isGrave?: boolean | ((body: Answered<C>) => boolean);
  /** Typed once more before what is for good. */
  readonly typed?: string;
  /** What else the rehearsal says, below the changes. */
  readonly renderDetails?: (body: Answered<C>) => ReactNode;
  /** What the call wants to be told again before it does this; null: nothing. */
  readonly accepted?: (body: Answered<C>) => Accepted<C> | null;
  readonly makesOld: readonly Call[];
  readonly onDone: (body: Answered<C>) => void;
  readonly onClose: () => void;
  /** The form, where there is something to say first. */
  readonly children?: ReactNode;
  /** Where the form says at its fields what is wrong: the window says it no second time. */
  readonly fields?: FieldsOfForm;
  /** What stands in the same window once it is done, so that the focus finds its way back; null: not yet. */
  readonly result?: ResultOfChange | null;
}

export interface ResultOfChange {
  readonly title: string;
  readonly choices: ReactNode;
  readonly children: ReactNode;
}

export interface FieldsOfForm {
  /** They do not say all that is needed. */
  readonly onIncomplete: () => void;
  readonly onRefused: (problem: Problem) => void;
  /** The last refusal stands at a field. */
  readonly isRefusalSaid: boolean;
}

/** A number of people that the call has to be told, and what it is asked then. */
export interface Accepted<C extends Call> {
  readonly label: string;
  readonly number: number;
  readonly input: CallInput<C>;
  readonly command: string;
}

/** A change, in two presses: what would happen, in the server's own words, and then the thing itself. */
export function ChangeDialog<const C extends Call>(props: ChangeDialogProps<C>) {
  const {
    title,
    lead,
    call,
    input,
    command,
    confirm,
    isGrave = false,
    typed,
    makesOld,
    children,
    fields,
    result = null,
  } = props;
  const text = useText();
  const { rehearse, carryOut, isBusy, problem } = useChange(call, makesOld);
  const [rehearsed, setRehearsed] = useState<{ readonly of: string; readonly body: Answered<C> } | null>(null);
  const [name, setName] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const answer = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify(input);
  // What was said about other values is no answer to these.
  const preview = rehearsed?.of === asked ? rehearsed.body : null;
  const accepted = preview === null ? null : (props.accepted?.(preview) ?? null);
  const wanted = accepted === null ? typed : String(accepted.number);

  async function look() {
    setIsIncomplete(input === null);
    if (input === null) return fields?.onIncomplete();
    const outcome = await rehearse(input);
    if (outcome.ok) setRehearsed({ of: asked, body: outcome.body });
    else fields?.onRefused(outcome.problem);
  }

  async function act() {
    const isTyped = wanted === undefined || asTyped(name) === asTyped(wanted);
    setIsIncomplete(!isTyped);
    if (input === null || !isTyped) return;
    const outcome = await carryOut(accepted?.input ?? input);
    if (outcome.ok) props.onDone(outcome.body);
    else fields?.onRefused(outcome.problem);
  }

  // Below a long form it would not be seen.
  const isAnswered = preview !== null;
  useEffect(() => {
    // The browser of the page tests has no such function.
    if (isAnswered) answer.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isAnswered]);

  // Nothing has to be said first: what would happen is shown at once.
  const lookAtOnce = useEffectEvent(look);
  const hasForm = children !== undefined;
  useEffect(() => {
    if (!hasForm) void Promise.resolve().then(lookAtOnce);
  }, [hasForm]);

  const choices = (
    <>
      {preview !== null && wanted !== undefined && (
        // Next to the button that asks for it: what stands above may be longer than the window.
        <div className={styles['typed']}>
          <TextField
            autoComplete="off"
            error={isIncomplete ? text(texts.typeAgain, { name: wanted }) : null}
            label={accepted?.label ?? text(texts.typeName, { name: wanted })}
            name="typed"
            onChange={setName}
            value={name}
          />
        </div>
      )}
      {preview === null ? (
        <Button isBusy={isBusy} kind="primary" onPress={() => void look()}>
          {text(hasForm ? texts.seeWhat : texts.tryAgain)}
        </Button>
      ) : (
        <Button
          className={(typeof isGrave === 'function' ? isGrave(preview) : isGrave) ? styles['grave'] : undefined}
          isBusy={isBusy}
          kind="primary"
          onPress={() => void act()}
        >
          {typeof confirm === 'string' ? confirm : confirm(preview)}
        </Button>
      )}
      <Button kind="quiet" onPress={props.onClose}>
        {text(texts.cancel)}
      </Button>
    </>
  );

  return (
    <LazyModalDialog
      choices={result?.choices ?? choices}
      closeLabel={text(texts.close)}
      isOpen
      onClose={props.onClose}
      title={result?.title ?? title}
    >
      <div className={styles['body']}>
        {result === null && (
          <>
            {lead !== undefined && <p>{lead}</p>}
            {children}
            {preview !== null && (
              <div className={styles['body']} ref={answer}>
                <Changes outcome={outcomeSchema.parse(preview)} />
              </div>
            )}
            {preview !== null && props.renderDetails?.(preview)}
          </>
        )}
        <div aria-live="polite" className={styles['told']}>
          {result?.children}
          {problem !== null && fields?.isRefusalSaid !== true && (
            <p className={styles['problem']}>
              {problem.message ?? text(problem.code === 'network' ? texts.notLoadedNetwork : texts.notLoadedServer)}
            </p>
          )}
          {isIncomplete && preview === null && fields === undefined && (
            <p className={styles['problem']}>{text(texts.incomplete)}</p>
          )}
        </div>
        {result === null && input !== null && (
          <details>
            <summary>{text(texts.asCommand)}</summary>
            <CommandLine command={accepted?.command ?? command} />
          </details>
        )}
      </div>
    </LazyModalDialog>
  );
}

/** A name as a keyboard has it: of quotation marks and blanks there are kinds that no one can tell apart or type. */
function asTyped(name: string): string {
  return name
    .replaceAll(/[\u2018\u2019\u02BC]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
