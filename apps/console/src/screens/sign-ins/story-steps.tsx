import { CHECK_TYPES, type CheckType, type SignInStepKind } from '@vestibule/contracts';
import { isolated, useI18n, useText } from '@vestibule/texts';
import { Icon, type IconName } from '@vestibule/ui';
import { checkTexts } from '../../parts/checks/texts.ts';
import type { OneSignIn } from './one-sign-in.ts';
import styles from './story.module.css';
import { stepTexts, storyTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';

const LOOKS: { readonly [kind in SignInStepKind]: { readonly icon: IconName; readonly look: string } } = {
  arrived: { icon: 'external', look: 'none' },
  'signed-in': { icon: 'check', look: 'none' },
  computer: { icon: 'laptop', look: 'none' },
  install: { icon: 'recommended', look: 'warn' },
  passed: { icon: 'passed', look: 'ok' },
  stopped: { icon: 'required', look: 'stop' },
  fix: { icon: 'wrench', look: 'busy' },
  fixed: { icon: 'passed', look: 'ok' },
  access: { icon: 'clock', look: 'warn' },
  refused: { icon: 'required', look: 'stop' },
  'let-in': { icon: 'passed', look: 'ok' },
};

/** Each step with its time: the first with the time of day, the others since then. */
export function StorySteps({ steps, at }: Pick<OneSignIn, 'steps' | 'at'>) {
  const text = useText();
  const { locale } = useI18n();
  const seconds = useSeconds();
  const say = useSentence();
  const first = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeStyle: 'medium' }).format(
    new Date(at),
  );
  return (
    <ol aria-label={text(texts.steps)} className={styles['steps']}>
      {steps.map((step, place) => {
        const { icon, look } = LOOKS[step.kind];
        return (
          <li key={`${step.at} ${step.sentence.id}`}>
            <span className={styles['at']}>{place === 0 ? first : `+${seconds(step.afterMs)}`}</span>
            <span className={styles[look]}>
              <Icon isSmall name={icon} />
            </span>
            <bdi>{say(step)}</bdi>
          </li>
        );
      })}
    </ol>
  );
}

function isCheck(value: string): value is CheckType {
  return CHECK_TYPES.some((check) => check === value);
}

/** The sentence of a step in the person’s language, with checks by their names. */
function useSentence(): (step: OneSignIn['steps'][number]) => string {
  const text = useText();
  const nameOf = (value: string) => (isCheck(value) ? text(checkTexts[value]) : value);
  return ({ sentence: { id, values } }) =>
    text(
      stepTexts[id],
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.map(nameOf).join(', ') : typeof value === 'string' ? isolated(value) : value,
        ]),
      ),
    );
}
