import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
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

/** Every way to sign in that there is here. */
export function SignInCard({ ways, arrival }: SignInCardProps) {
  const text = useText();
  const { busyWith, problem, isAboutPassword, byPassword, byPasskey } = useSignIn(arrival);
  if (!ways.hasAny) return <FormCard notice={<ArrivalNotice arrival={arrival} hasNoWay />}>{null}</FormCard>;
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
      <UpstreamLinks isMain={!ways.hasPassword} upstreams={ways.upstreams} />
      {ways.hasPassword && ways.upstreams.length > 0 && <p className={styles['or']}>{text(texts.or)}</p>}
      {ways.hasPassword && (
        <SignInForm
          credentialsError={isAboutPassword ? text(problemText('credentials_wrong').title) : null}
          isBusy={busyWith === 'password'}
          onSubmit={byPassword}
        />
      )}
      {ways.hasPasskey && (
        <Button isBusy={busyWith === 'passkey'} isLarge onPress={byPasskey}>
          {text(texts.passkey)}
        </Button>
      )}
    </FormCard>
  );
}
