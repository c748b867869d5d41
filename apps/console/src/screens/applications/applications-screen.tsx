import { adminApplicationsCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, lazyPart, LostWindow } from '@vestibule/ui';
import { Suspense, useState } from 'react';
import { RoleStrip } from '../../frame/role-strip.tsx';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { CommandLine } from '../../parts/command.tsx';
import form from '../../parts/form.module.css';
import { PageHead } from '../../parts/page-head.tsx';
import { LoadingRows, NotLoaded, State } from '../../parts/state.tsx';
import { ApplicationsTable } from './applications-table.tsx';
import { APPLICATION_COMMANDS } from './commands.ts';
import { applicationsTexts as texts } from './texts.ts';

const AddApplication = lazyPart(async () => (await import('./add-application.tsx')).AddApplication, LostWindow);

/** The work applications behind the gate, and how one comes there. */
export function ApplicationsScreen() {
  const text = useText();
  const { data, error, refetch } = useAnswer(adminApplicationsCall);
  const mayAdd = isAtLeast(useMe().role, 'administrator');
  const [isAdding, setIsAdding] = useState(false);
  const all = data?.applications;
  return (
    <>
      <PageHead
        actions={
          mayAdd && (
            <Button kind="primary" onPress={() => setIsAdding(true)}>
              {text(texts.add)}
            </Button>
          )
        }
        page="applications"
        title={text(texts.title)}
        {...(all !== undefined && all.length > 0 && { count: all.length })}
      />
      <RoleStrip />
      {all === undefined &&
        (error === null ? <LoadingRows /> : <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />)}
      {all?.length === 0 && (
        <State mark="applications" title={text(texts.empty)}>
          {text(texts.emptyText)}
        </State>
      )}
      {all !== undefined && all.length > 0 && <ApplicationsTable applications={all} />}
      {mayAdd && all !== undefined && all.length > 0 && (
        <Block title={text(texts.changingTitle)}>
          <p className={blocks['hint']}>{text(texts.changing)}</p>
          <div className={form['form']}>
            {APPLICATION_COMMANDS.changes().map((command) => (
              <CommandLine command={command} key={command} />
            ))}
          </div>
        </Block>
      )}
      <Suspense>{isAdding && <AddApplication isOpen onClose={() => setIsAdding(false)} />}</Suspense>
    </>
  );
}
