import { adminStatusCall, COMMAND_LINE_PATHS, COMMAND_LINE_SIGN_IN_HOURS } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { ButtonLink } from '@vestibule/ui';
import { useAnswer } from '../../hooks/use-answer.ts';
import { Block } from '../../parts/block.tsx';
import { CommandLine } from '../../parts/command.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import styles from './command-line.module.css';
import { COMMAND_LINE_COMMANDS as commands } from './commands.ts';
import { commandLineTexts as texts } from './texts.ts';

/** Where the command line comes from, and how to begin with it. */
export function CommandLineScreen() {
  const text = useText();
  const status = useAnswer(adminStatusCall);
  const gate = status.data?.company?.publicUrl ?? '';
  return (
    <>
      <PageHead page="command-line" title={text(texts.title)} />
      <p className={styles['lead']}>{text(texts.lead)}</p>
      <div className={styles['steps']}>
        <Block title={text(texts.file)}>
          <p className={styles['text']}>{text(texts.fileText)}</p>
          <ButtonLink href={COMMAND_LINE_PATHS.download} kind="primary">
            {text(texts.download)}
          </ButtonLink>
        </Block>
        <Block title={text(texts.signIn)}>
          <p className={styles['text']}>{text(texts.signInText)}</p>
          <CommandLine command={withFile(commands.login(gate))} />
        </Block>
        <Block title={text(texts.ask)}>
          <p className={styles['text']}>{text(texts.askText)}</p>
          <CommandLine command={withFile(commands.status())} />
        </Block>
        <Block title={text(texts.out)}>
          <p className={styles['text']}>{text(texts.outText, { hours: COMMAND_LINE_SIGN_IN_HOURS })}</p>
          <CommandLine command={withFile(commands.logout())} />
        </Block>
      </div>
    </>
  );
}

/** As it is typed where the file lies. */
function withFile(command: string): string {
  return command.replace(/^vestibule /, 'node vestibule.mjs ');
}
