import { endOtherSessionCall, type MySession } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../app/announcer.tsx';
import { describeBrowser } from '../../app/describe-browser.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { Row } from './row.tsx';
import { Section } from './section.tsx';
import { sessionTexts as texts } from './texts.ts';

export interface SessionsSectionProps {
  readonly sessions: MySession['otherSessions'];
  /** One was ended. */
  readonly onChange: () => void;
}

/** Where else the person is signed in. */
export function SessionsSection({ sessions, onChange }: SessionsSectionProps) {
  const text = useText();
  const i18n = useI18n();
  const { server } = usePorts();
  const { tell } = useAnnouncer();
  const { isBusy, problem, run } = useTask();
  const [ending, setEnding] = useState<string | null>(null);

  function end(id: string) {
    setEnding(id);
    void run(
      () => server.ask(endOtherSessionCall, { parameters: { id } }),
      () => {
        tell(text(texts.ended));
        onChange();
      },
    );
  }

  return (
    <Section
      heading={text(texts.heading)}
      rows={
        sessions.length === 0 ? (
          <Row text={text(texts.emptyText)} title={text(texts.empty)} />
        ) : (
          sessions.map(({ id, userAgent, address, lastSeenAt }) => {
            const browser = describeBrowser(userAgent) ?? text(texts.unknown);
            return (
              <Row
                action={
                  <Button
                    isBusy={isBusy && ending === id}
                    label={text(texts.endName, { browser })}
                    onPress={() => end(id)}
                  >
                    {text(texts.end)}
                  </Button>
                }
                key={id}
                text={text(texts.lastUsed, {
                  when: i18n.date(lastSeenAt, { dateStyle: 'long', timeStyle: 'short' }),
                  address,
                })}
                title={browser}
              />
            );
          })
        )
      }
    >
      {problem !== null && <ProblemNotice problem={problem} />}
    </Section>
  );
}
