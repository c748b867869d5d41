import {
  adminAllowCommandLineCall,
  adminTokensCall,
  callbackAddress,
  COMMAND_LINE_ENDS,
  COMMAND_LINE_SIGN_IN_HOURS,
  type CommandLineQuery,
  commandLineQuerySchema,
  comparisonOf,
  loopbackPortSchema,
} from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { Button, KeyValueList } from '@vestibule/ui';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { EntryPage } from '../../frame/entry-page.tsx';
import { useMe } from '../../hooks/me-context.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useChange } from '../../hooks/use-change.ts';
import { roleTexts } from '../../parts/texts.ts';
import styles from './allow.module.css';
import { allowTexts as texts } from './texts.ts';

/** Opened by the command line of the person's computer, and told by it afterwards how it ended. Nothing happens without a press. */
export function AllowScreen() {
  const text = useText();
  const query = Object.fromEntries(new URLSearchParams(useSearch()));
  const end = COMMAND_LINE_ENDS.find((one) => one === query['end']);
  if (end !== undefined) {
    const isIn = end === 'signed-in';
    return (
      <EntryPage
        doorway={isIn ? 'ok' : 'warn'}
        lead={text(isIn ? texts.allowedText : texts.failedText)}
        page={end}
        title={text(isIn ? texts.allowed : texts.failed)}
      />
    );
  }
  const asked = commandLineQuerySchema.safeParse(query).data;
  return asked === undefined || !loopbackPortSchema.safeParse(Number(asked.port)).success ? (
    <EntryPage doorway="warn" lead={text(texts.brokenText)} page="broken" title={text(texts.broken)} />
  ) : (
    <Question asked={asked} />
  );
}

function Question({ asked }: { readonly asked: CommandLineQuery }) {
  const text = useText();
  const me = useMe();
  const { browser } = usePorts();
  const { carryOut, isBusy, problem } = useChange(adminAllowCommandLineCall, [adminTokensCall]);
  const [isSent, setIsSent] = useState(false);
  const { challenge, state, computer } = asked;
  const port = Number(asked.port);

  async function allow() {
    const outcome = await carryOut({ body: { port, challenge, computer, login: me.login } });
    if (!outcome.ok || outcome.body.code === null) return;
    setIsSent(true);
    browser.goTo(callbackAddress(port, { code: outcome.body.code, state }));
  }
  const refuse = () => browser.goTo(callbackAddress(port, { error: 'access_denied', state }));

  if (isSent) return <EntryPage doorway="ok" lead={text(texts.sentText)} page="sent" title={text(texts.sent)} />;
  return (
    <EntryPage
      details={
        <>
          <p className={styles['letters']}>{comparisonOf(challenge)}</p>
          <div className={styles['facts']}>
            <KeyValueList
              entries={[
                { label: text(texts.as), value: `${me.name} (${me.login})` },
                { label: text(texts.may), value: text(texts.mayRole, { role: text(roleTexts[me.role]) }) },
                { label: text(texts.lasts), value: text(texts.lastsHours, { hours: COMMAND_LINE_SIGN_IN_HOURS }) },
              ]}
            />
          </div>
          {problem !== null && (
            <p className={styles['problem']} role="alert">
              {problem.message ?? text(texts.tooMany)}
            </p>
          )}
        </>
      }
      doorway="warn"
      lead={text(texts.asksText)}
      page="allow"
      title={text(texts.asks, { computer: isolated(computer) })}
    >
      <Button isBusy={isBusy} kind="primary" onPress={() => void allow()}>
        {text(texts.allow)}
      </Button>
      <Button onPress={refuse}>{text(texts.refuse)}</Button>
    </EntryPage>
  );
}
