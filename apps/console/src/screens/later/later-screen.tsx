import { type Text, useText } from '@vestibule/texts';
import { Link } from 'wouter';
import type { PageName } from '../../frame/navigation.ts';
import { COMMAND_LINE_PAGE } from '../../parts/addresses.ts';
import { CommandLine } from '../../parts/command.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { State } from '../../parts/state.tsx';
import { COMMANDS } from './commands.ts';
import styles from './later-screen.module.css';
import { laterTexts as texts } from './texts.ts';

/** The place of a page that is not there yet, with the commands that do its work. */
export function LaterScreen({ page, title }: { readonly page: PageName; readonly title: Text }) {
  const text = useText();
  return (
    <>
      <PageHead page={page} title={text(title)} />
      <p className={styles['lead']}>
        {text(texts.lead)} <Link href={COMMAND_LINE_PAGE}>{text(texts.get)}</Link>
      </p>
      <ul className={styles['commands']}>
        {(COMMANDS[page] ?? []).map((command) => (
          <li key={command}>
            <CommandLine command={command} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function NotFoundScreen() {
  const text = useText();
  const title = text(texts.notFound);
  return (
    <>
      <PageHead page="not-found" title={title} />
      <State mark="search" title={title}>
        {text(texts.notFoundText)}
      </State>
    </>
  );
}
