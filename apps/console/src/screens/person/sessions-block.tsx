import type { adminSessionsCall } from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import type { Answer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Mark } from '../../parts/icons.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { browserIn } from './browser-in.ts';
import { actTexts, factorTexts, personTexts as texts } from './texts.ts';
import type { Session } from './use-person.ts';

export interface SessionsBlockProps {
  readonly sessions: Answer<typeof adminSessionsCall>;
  readonly mayEnd: boolean;
  readonly onEnd: () => void;
}

/** Where they are signed in now, the newest first. */
export function SessionsBlock({ sessions, mayEnd, onEnd }: SessionsBlockProps) {
  const text = useText();
  if (sessions.data === undefined) {
    return (
      <Block title={text(texts.sessions)}>
        {sessions.error === null ? (
          <LoadingRows count={2} />
        ) : (
          <NotLoaded onTryAgain={() => void sessions.refetch()} problem={sessions.error.problem} />
        )}
      </Block>
    );
  }
  const all = sessions.data.sessions;
  return (
    <Block
      actions={
        mayEnd &&
        all.length > 0 && (
          <Button kind="link" onPress={onEnd}>
            {text(actTexts.signOut)}…
          </Button>
        )
      }
      count={all.length}
      title={text(texts.sessions)}
    >
      {all.length === 0 && <p className={blocks['hint']}>{text(texts.noSessions)}</p>}
      <ul className={blocks['items']}>
        {all.map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </ul>
    </Block>
  );
}

function SessionItem({ session }: { readonly session: Session }) {
  const text = useText();
  const times = useTimes();
  const { userAgent, devices, startedAt, factors, address } = session;
  const by = factors.map((factor) => text(factorTexts[factor]));
  const browser = browserIn(userAgent);
  const names = new Set(devices.map(({ name }) => isolated(name)));
  const where = [browser === '' ? text(texts.unknownBrowser) : browser, ...names].join(', ');
  return (
    <li>
      <Mark name="computers" />
      <span>
        <b title={userAgent}>{where}</b>
        <span>{[text(texts.inSince, { time: times.short(startedAt) }), ...by, address].join(', ')}</span>
      </span>
    </li>
  );
}
