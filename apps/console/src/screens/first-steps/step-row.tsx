import type { FirstStep } from '@vestibule/contracts';
import { isolated, type Text, useText } from '@vestibule/texts';
import { Button, classes, Icon, type IconName, ProgressBar } from '@vestibule/ui';
import { Link, useLocation } from 'wouter';
import { CommandLine } from '../../parts/command.tsx';
import { useTimes } from '../../parts/use-times.ts';
import { STEP_COMMANDS } from './commands.ts';
import { Packages } from './packages.tsx';
import styles from './first-steps.module.css';
import { firstStepNames, firstStepSentences, firstStepsTexts as texts } from './texts.ts';
import type { FirstSteps, OneStep } from '../../hooks/use-first-steps.ts';

const LOOKS = {
  done: { icon: 'passed', said: texts.done },
  now: { icon: 'waiting', said: texts.now },
  later: { icon: 'waiting', said: texts.later },
  undone: { icon: 'recommended', said: texts.undone },
} as const satisfies { readonly [state in OneStep['state']]: { readonly icon: IconName; readonly said: Text } };

/** The page that does it. */
const PAGES: { readonly [step in FirstStep]?: { readonly to: string; readonly label: Text } } = {
  people: { to: '/people', label: texts.openPeople },
  application: { to: '/applications', label: texts.openApplications },
  policy: { to: '/policy', label: texts.openPolicy },
  arrivals: { to: '/sign-ins', label: texts.openSignIns },
  rehearse: { to: '/policy', label: texts.openPolicy },
  pilot: { to: '/policy', label: texts.openPolicy },
  everyone: { to: '/gate', label: texts.openGate },
};

export interface StepRowProps {
  readonly one: OneStep;
  readonly found: FirstSteps;
}

/** One step: what was found, and where it is the next one, what does it. */
export function StepRow({ one: { step, state, sentence }, found }: StepRowProps) {
  const text = useText();
  const times = useTimes();
  const { icon, said } = LOOKS[state];
  const isOpen = state === 'now' || state === 'undone';
  const values = Object.fromEntries(
    Object.entries(sentence.values).map(([name, value]) => [
      name,
      name === 'at' ? times.whole(String(value)) : typeof value === 'string' ? isolated(value) : value,
    ]),
  );
  return (
    <li {...(state === 'now' && { 'aria-current': 'step' })} className={classes(styles[state])}>
      <Icon name={icon} />
      <div>
        <h2>{text(firstStepNames[step])}</h2>
        <p>{text(firstStepSentences[sentence.id], values)}</p>
        {isOpen && <Body found={found} step={step} />}
        {!isOpen && step === 'install' && (
          <div className={styles['body']}>
            <Packages isNext={false} />
          </div>
        )}
      </div>
      <span className={styles['state']}>{text(said)}</span>
    </li>
  );
}

function Body({ step, found }: { readonly step: FirstStep; readonly found: FirstSteps }) {
  const text = useText();
  const [, navigate] = useLocation();
  const page = PAGES[step];
  const others = found.installed.people - found.installed.workplace;
  return (
    <div className={styles['body']}>
      {step === 'install' && <Installed found={found} />}
      {step === 'install' && (
        <div className={styles['acts']}>
          <Packages isNext />
          {others > 0 && <Link href="/people?without=workplace">{text(texts.seePeople, { count: others })}</Link>}
        </div>
      )}
      {page !== undefined && (
        <Button kind="primary" onPress={() => navigate(page.to)}>
          {text(page.label)}
        </Button>
      )}
      {(STEP_COMMANDS[step] ?? []).map((command) => (
        <CommandLine command={command} key={command} />
      ))}
    </div>
  );
}

function Installed({ found: { installed, missing } }: { readonly found: FirstSteps }) {
  const text = useText();
  const { people, extension, workplace } = installed;
  const meters = [
    { name: text(texts.extension), value: extension },
    { name: text(texts.workplace), value: workplace },
  ];
  return (
    <>
      {people > 0 &&
        meters.map(({ name, value }) => (
          <div className={styles['meter']} key={name}>
            <span>{name}</span>
            <b>{text(texts.of, { count: value, all: people })}</b>
            <ProgressBar maximum={people} name={name} value={value} />
          </div>
        ))}
      {missing.length > 0 && (
        <section aria-label={text(texts.missing)}>
          <h3>{text(texts.missing)}</h3>
          <ul className={styles['missing']}>
            {missing.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
