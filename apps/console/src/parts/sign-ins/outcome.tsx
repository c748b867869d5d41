import type { SignIn, SignInOutcome } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Standing, type StandingProps } from '../standing.tsx';
import { checkTexts } from '../checks/texts.ts';
import { outcomeTexts, wayTexts, whyTexts as texts } from './texts.ts';
import styles from './outcome.module.css';
import { Mark } from '../icons.tsx';
import { VisuallyHidden } from '@vestibule/ui';

const ICONS: { readonly [outcome in SignInOutcome]: StandingProps['icon'] } = {
  arrived: 'waiting',
  'asked-to-install': 'required',
  stopped: 'required',
  fixing: 'waiting',
  through: 'passed',
  fixed: 'passed',
  access: 'recommended',
  observed: 'recommended',
  'not-checked': 'unknown',
};

/** What a sign-in came to, in a shape and words. */
export function Outcome({ outcome }: { readonly outcome: SignInOutcome }) {
  const text = useText();
  return <Standing icon={ICONS[outcome]}>{text(outcomeTexts[outcome])}</Standing>;
}

/** What stopped it, with a tick for what was fixed; what led around the gate and why; or how it was refused. */
export function Why({ signIn }: { readonly signIn: SignIn }) {
  const text = useText();
  const { stoppedBy, fixed, refusal, ways, reason } = signIn;
  const left = stoppedBy.filter((check) => !fixed.includes(check));
  const parts = [
    ...ways.map((way) => text(wayTexts[way])),
    ...left.map((check) => text(checkTexts[check])),
    ...(refusal !== null && ways.length === 0 && left.length === 0 ? [refusal] : []),
  ];
  return (
    <>
      {fixed.length > 0 && (
        <span className={styles['fixed']}>
          <Mark name="check" />
          <VisuallyHidden>{text(texts.fixed)} </VisuallyHidden>
          {fixed.map((check) => text(checkTexts[check])).join(', ')}
        </span>
      )}
      {parts.join(', ')}
      {reason !== null && <bdi className={styles['reason']}>“{reason}”</bdi>}
    </>
  );
}
