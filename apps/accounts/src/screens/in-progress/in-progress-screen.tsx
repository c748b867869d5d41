import { CONSOLE_PATH, mySessionCall, onboardingProgressCall, type OnboardingProgress } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { ButtonLink, CentredStatus, CheckRow, SkeletonRows, StatusActions, Tag, VisuallyHidden } from '@vestibule/ui';
import { useCompany } from '../../app/company-context.ts';
import { safeTarget } from '../../app/continue-to.ts';
import { usePorts } from '../../app/ports-context.ts';
import { useAnswer } from '../../app/use-answer.ts';
import { useLookAgain } from '../../app/use-look-again.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { ProblemScreen } from '../page/problem-screen.tsx';
import { SupportLine } from '../page/support-line.tsx';
import { pageTexts } from '../page/texts.ts';
import styles from './in-progress-screen.module.css';
import { inProgressTexts as texts } from './texts.ts';

type Step = OnboardingProgress['steps'][number];

const STEPS: { readonly [step in Step['step']]: { readonly title: Text; readonly text: Text } } = {
  account: { title: texts.account, text: texts.accountText },
  'device-check': { title: texts.deviceCheck, text: texts.deviceCheckText },
  'second-factor': { title: texts.secondFactor, text: texts.secondFactorText },
  workplace: { title: texts.workplace, text: texts.workplaceText },
};

/** How far a new person has come. */
export function InProgressScreen() {
  const text = useText();
  const [progress, ask] = useAnswer(onboardingProgressCall);
  // The console looks at no computer: who runs the gate has it before anything is installed.
  const [session] = useAnswer(mySessionCall);
  const hasConsole = session.state === 'ready' && session.body.role !== null;
  useLookAgain(ask);

  switch (progress.state) {
    case 'problem':
      return <ProblemScreen onTryAgain={() => void ask()} problem={progress.problem} />;
    case 'loading':
      return (
        <AccountsPage title={text(texts.title)}>
          <SkeletonRows count={3} />
        </AccountsPage>
      );
    case 'ready':
      return <Progress hasConsole={hasConsole} progress={progress.body} />;
  }
}

interface ProgressProps {
  readonly progress: OnboardingProgress;
  readonly hasConsole: boolean;
}

function Progress({ progress: { steps, isDone, continueTo }, hasConsole }: ProgressProps) {
  const text = useText();
  const { navigation } = usePorts();
  const product = useCompany()?.productName ?? '';
  const done = steps.filter((step) => step.isDone).length;
  const next = steps.find((step) => !step.isDone);
  const target = safeTarget(continueTo, navigation.origin);
  const title = text(isDone ? texts.done : texts.title);
  const lead = isDone ? text(texts.doneLead) : text(texts.lead, { done, total: steps.length });
  return (
    <AccountsPage title={title}>
      <CentredStatus
        doorway={isDone ? 'ok' : 'checking'}
        lead={lead}
        progress={steps.length === 0 ? 1 : done / steps.length}
        screen="in-progress"
        title={title}
      >
        <h2>
          <VisuallyHidden>{text(texts.steps)}</VisuallyHidden>
        </h2>
        <ol className={styles['steps']}>
          {steps.map((step) => (
            <CheckRow
              description={text(STEPS[step.step].text, { product })}
              key={step.step}
              tags={step === next && <Tag kind="busy">{text(texts.next)}</Tag>}
              title={text(STEPS[step.step].title, { product })}
              verdict={step.isDone ? 'passed' : 'waiting'}
              verdictName={text(step.isDone ? texts.verdictDone : texts.verdictOpen)}
            />
          ))}
        </ol>
        {(target !== null || hasConsole) && (
          <StatusActions>
            {target !== null && (
              <ButtonLink href={target} isLarge kind="primary">
                {text(pageTexts.continue)}
              </ButtonLink>
            )}
            {hasConsole && (
              <ButtonLink href={`${CONSOLE_PATH}/`} isLarge>
                {text(texts.console)}
              </ButtonLink>
            )}
          </StatusActions>
        )}
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}
