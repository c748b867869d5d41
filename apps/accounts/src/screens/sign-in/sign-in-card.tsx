import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import type { Arrival } from '../../app/arrival.ts';
import { FormCard } from '../page/form-card.tsx';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { problemText } from '../page/problems.ts';
import { ArrivalNotice } from './arrival-notice.tsx';
import styles from './sign-in-card.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { signInTexts as texts } from './texts.ts';
import { UpstreamLinks } from './upstream-links.tsx';
import { useSignIn } from './use-sign-in.ts';
import type { Ways } from './ways.ts';

export interface SignInCardProps {
  readonly ways: Ways;
  readonly arrival: Arrival;
}

/**
 * Every way to sign in that there is here. Where the company has an identity provider of its own, people go there: a password
 * or passkey of here is behind a button, for anyone who has one, so that no one tries the password of the other side in it.
 */
export function SignInCard({ ways, arrival }: SignInCardProps) {
  const text = useText();
  const { busyWith, problem, isAboutPassword, byPassword, byPasskey } = useSignIn(arrival);
  const [isOpen, setOpen] = useState(false);
  const { upstreams, hasPassword, hasPasskey } = ways;
  if (!ways.hasAny) return <FormCard notice={<ArrivalNotice arrival={arrival} hasNoWay />}>{null}</FormCard>;
  const [upstream, ...others] = upstreams;
  // The same for everybody: it says nothing of whether there is such a login.
  const advice =
    upstream === undefined
      ? []
      : [others.length > 0 ? text(texts.goToProviders) : text(texts.goToProvider, { name: upstream.name })];
  const isFolded = upstreams.length > 0 && (hasPassword || hasPasskey) && !isOpen;
  return (
    <FormCard
      notice={
        problem === null ? (
          <ArrivalNotice arrival={arrival} hasNoWay={false} />
        ) : (
          !isAboutPassword && <ProblemNotice problem={problem} />
        )
      }
    >
      <UpstreamLinks upstreams={upstreams} />
      {isFolded && (
        <Button isLarge kind="quiet" onPress={() => setOpen(true)}>
          {text(texts.otherWay)}
        </Button>
      )}
      {isOpen && hasPassword && <p className={styles['or']}>{text(texts.or)}</p>}
      {hasPassword && !isFolded && (
        <SignInForm
          credentialsError={
            isAboutPassword ? [text(problemText('credentials_wrong').title), ...advice].join(' ') : null
          }
          isBusy={busyWith === 'password'}
          isMain={upstreams.length === 0}
          onSubmit={byPassword}
        />
      )}
      {hasPasskey && !isFolded && (
        <Button isBusy={busyWith === 'passkey'} isLarge onPress={byPasskey} takesFocus={isOpen && !hasPassword}>
          {text(texts.passkey)}
        </Button>
      )}
    </FormCard>
  );
}
