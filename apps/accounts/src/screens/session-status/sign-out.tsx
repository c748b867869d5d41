import { signOutCall, signOutEverywhereCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { Suspense, useState } from 'react';
import { usePorts } from '../../app/ports-context.ts';
import { useLeave } from '../../app/use-leave.ts';
import { useTask } from '../../app/use-task.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { pageTexts } from '../page/texts.ts';
import styles from './sign-out.module.css';
import { endTexts as texts } from './texts.ts';

/** Ending this session, or all of them. */
export function SignOut({ otherSessions }: { readonly otherSessions: number }) {
  const text = useText();
  const { server } = usePorts();
  const leave = useLeave();
  const { isBusy, problem, run } = useTask();
  const [isAsking, setIsAsking] = useState(false);

  return (
    <>
      <div className={styles['actions']}>
        <Button
          isBusy={isBusy && !isAsking}
          onPress={() =>
            void run(
              () => server.ask(signOutCall),
              ({ continueTo }) => leave(continueTo),
            )
          }
        >
          {text(texts.here)}
        </Button>
        <Button kind="quiet" onPress={() => setIsAsking(true)}>
          {text(texts.everywhere)}
        </Button>
      </div>
      {problem !== null && !isAsking && <ProblemNotice problem={problem} />}
      {isAsking && (
        <Suspense>
          <LazyModalDialog
            choices={
              <>
                <Button
                  isBusy={isBusy}
                  kind="primary"
                  onPress={() =>
                    void run(
                      () => server.ask(signOutEverywhereCall),
                      ({ continueTo }) => leave(continueTo),
                    )
                  }
                >
                  {text(texts.everywhereConfirm, { count: otherSessions + 1 })}
                </Button>
                <Button kind="quiet" onPress={() => setIsAsking(false)}>
                  {text(texts.cancel)}
                </Button>
              </>
            }
            closeLabel={text(pageTexts.close)}
            isOpen
            onClose={() => setIsAsking(false)}
            title={text(texts.everywhereTitle)}
          >
            {problem !== null && <ProblemNotice problem={problem} />}
            <p>{text(texts.everywhereText, { count: otherSessions })}</p>
          </LazyModalDialog>
        </Suspense>
      )}
    </>
  );
}
