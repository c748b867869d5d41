import { supportCodeOf } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { Fact } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Standing } from '../../parts/standing.tsx';
import { PersonVerdict } from '../../parts/verdict-cell.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { CallerNumber } from './caller-number.tsx';
import { helpTexts, personTexts as texts } from './texts.ts';
import type { Person, Session } from './use-person.ts';

export interface PersonFactsProps {
  readonly person: Person;
  /** The session they opened last; null: they are not signed in, or it is not known yet. */
  readonly newest: Session | null;
}

/** Are they kept out, by which code one finds them, is it them, and may they sign in. */
export function PersonFacts({ person, newest }: PersonFactsProps) {
  const text = useText();
  const times = useTimes();
  const mayHelp = isAtLeast(useMe().role, 'support');
  const { verdict, since, isEnforced, devices } = person;
  return (
    <div className={blocks['facts']}>
      <Fact detail={text(texts.inSince, { time: times.short(since) })} name={text(texts.rightNow)}>
        <PersonVerdict devices={devices} isEnforced={isEnforced} verdict={verdict} />
      </Fact>
      <Fact
        detail={newest !== null && text(helpTexts.codeFrom, { time: times.short(newest.startedAt) })}
        name={text(helpTexts.code)}
      >
        {newest === null ? text(helpTexts.noCode) : <span className={blocks['code']}>{supportCodeOf(newest.id)}</span>}
      </Fact>
      {mayHelp && newest !== null && <CallerNumber name={person.displayName} session={newest} />}
      <AccountFact person={person} />
    </div>
  );
}

function AccountFact({ person }: { readonly person: Person }) {
  const text = useText();
  const times = useTimes();
  const { blockedAt, invitedUntil, login } = person;
  const invited = invitedUntil !== null && text(texts.invitedUntil, { time: times.short(invitedUntil) });
  return (
    <Fact
      detail={
        <>
          <bdi>{login}</bdi>, <SignsIn person={person} />
          {invited && <>, {invited}</>}
        </>
      }
      name={text(texts.account)}
    >
      <Standing icon={blockedAt === null ? 'passed' : 'stopper'}>
        {blockedAt === null ? text(texts.notBlocked) : text(texts.blockedSince, { time: times.short(blockedAt) })}
      </Standing>
    </Fact>
  );
}

function SignsIn({ person: { signsInThere, upstream, hasPassword, secondFactors } }: { readonly person: Person }) {
  const text = useText();
  if (signsInThere && upstream !== null) return text(texts.signsInUpstream, { provider: upstream });
  if (hasPassword) return text(texts.signsInPassword);
  return text(secondFactors.some(({ kind }) => kind === 'passkey') ? texts.signsInPasskey : texts.signsInNot);
}
