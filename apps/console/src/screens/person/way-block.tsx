import { adminCheckAgainCall, adminSupportCall, supportCodeOf } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, classes, Icon, VisuallyHidden } from '@vestibule/ui';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useChange } from '../../hooks/use-change.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { helpTexts as texts, linkTexts } from './texts.ts';
import type { Session, SupportCase } from './use-person.ts';
import styles from './way-block.module.css';

export interface WayBlockProps {
  readonly name: string;
  readonly session: Session;
}

/** The way from the account to the application, where it is broken, and what to say on the phone. */
export function WayBlock({ name, session }: WayBlockProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const parameters = { code: supportCodeOf(session.id) };
  const support = useAnswer(adminSupportCall, { parameters }, { everyMs: 10_000 });
  const again = useChange(adminCheckAgainCall, [adminSupportCall]);
  async function checkAgain() {
    const outcome = await again.carryOut({ parameters });
    if (outcome.ok) tell(text(texts.checkedAgain, { name }));
  }
  const application = support.data?.application?.name;
  const title = application === undefined ? text(texts.wayToWork) : text(texts.wayTo, { application });
  if (support.data === undefined) {
    return (
      <Block title={title}>
        {support.error === null ? (
          <LoadingRows count={2} />
        ) : (
          <NotLoaded onTryAgain={() => void support.refetch()} problem={support.error.problem} />
        )}
      </Block>
    );
  }
  return (
    <Block
      actions={
        <Button isBusy={again.isBusy} kind="link" onPress={() => void checkAgain()}>
          {text(texts.checkAgain)}
        </Button>
      }
      title={title}
    >
      <Way chain={support.data.chain} />
      <Say chain={support.data.chain} name={name} />
      {again.problem !== null && <p className={styles['problem']}>{again.problem.message}</p>}
    </Block>
  );
}

const LOOKS = { good: 'passed', broken: 'required', 'not-reached': 'waiting', 'not-needed': 'waiting' } as const;

function Way({ chain }: { readonly chain: SupportCase['chain'] }) {
  const text = useText();
  return (
    <ol className={styles['way']}>
      {chain.map(({ link, state }) => (
        <li className={classes(styles[state === 'not-reached' || state === 'not-needed' ? 'open' : state])} key={link}>
          <Icon name={LOOKS[state]} />
          <span>
            {text(linkTexts[link])}
            {state === 'broken' && <VisuallyHidden>, {text(texts.broken)}</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Say({ chain, name }: { readonly chain: SupportCase['chain']; readonly name: string }) {
  const text = useText();
  const broken = chain.find(({ state }) => state === 'broken');
  return (
    <div className={styles['say']}>
      <b>{text(texts.say)}</b>
      <p>{broken?.says ?? text(texts.waysOpen, { name })}</p>
    </div>
  );
}
