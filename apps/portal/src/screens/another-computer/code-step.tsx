import type { VouchView } from '@vestibule/flows';
import { type Text, useText } from '@vestibule/texts';
import { Button, ButtonLink, Card, CodeField, Column, ColumnActions, ColumnHead, Notice } from '@vestibule/ui';
import { useEffect, useRef, useState } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import styles from './another-computer-screen.module.css';
import { anotherComputerTexts as texts } from './texts.ts';

export interface CodeStepProps {
  readonly view: Extract<VouchView, { readonly step: 'code' }>;
  readonly header: PageInfo;
  readonly accountHref: string;
  readonly onCode: (typed: string) => void;
}

/** Below the field. */
const ERRORS: { readonly [problem in NonNullable<CodeStepProps['view']['problem']>]?: Text } = {
  'code-incomplete': texts.codeIncomplete,
  'code-wrong': texts.codeWrong,
  'too-many-tries': texts.tooManyTries,
  unreachable: texts.unreachable,
};

export function CodeStep({ view, header, accountHref, onCode }: CodeStepProps) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const error = view.problem === null ? undefined : ERRORS[view.problem];
  useEffect(() => {
    if (error !== undefined) field.current?.focus();
  }, [error]);
  return (
    <Column>
      <ColumnHead lead={text(texts.codeLead)} screen="another-computer" title={text(texts.title)} />
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          if (!view.isBusy) onCode(typed);
        }}
      >
        {view.problem === 'not-offered' && (
          <Notice iconName={text(texts.note)} isAlert kind="warn" title={text(texts.notOfferedTitle)}>
            {text(texts.notOfferedText)}
          </Notice>
        )}
        <Card className={styles['field']}>
          <CodeField
            error={error === undefined ? null : text(error)}
            inputRef={field}
            kind="recovery"
            label={text(texts.codeLabel)}
            name="code"
            onChange={setTyped}
            value={typed}
          />
        </Card>
        <ColumnActions>
          <Button isBusy={view.isBusy} isLarge kind="primary" type="submit">
            {text(texts.continue)}
          </Button>
          <ButtonLink href={accountHref} isLarge>
            {text(texts.back)}
          </ButtonLink>
        </ColumnActions>
      </form>
      <ColumnSupportCode info={header} />
    </Column>
  );
}
