import { Fragment } from 'react';
import type { Guide, Step, SystemHelp } from './articles/library-types.ts';
import { keyedParts } from './keyed-parts.ts';
import { MarkedText } from './marked-text.tsx';
import styles from './steps.module.css';

export interface SystemStepsProps {
  readonly help: SystemHelp;
  /** Of the headings of the guides, one below that of the system. */
  readonly level: 3 | 4;
}

/** What is to be done on one system: one guide after the other. */
export function SystemSteps({ help, level }: SystemStepsProps) {
  return (
    <>
      {help.remark !== undefined && (
        <p className={styles['remark']}>
          <MarkedText>{help.remark}</MarkedText>
        </p>
      )}
      {help.guides.map((guide) => (
        <GuideSteps guide={guide} key={guide.label ?? ''} level={level} />
      ))}
    </>
  );
}

function GuideSteps({ guide, level }: { readonly guide: Guide; readonly level: 3 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles['guide']}>
      {guide.label !== undefined && <Heading className={styles['label']}>{guide.label}</Heading>}
      <ol className={styles['steps']}>
        {guide.steps.map((step) => (
          <StepItem key={typeof step === 'string' ? step : step.text} step={step} />
        ))}
      </ol>
      {guide.note !== undefined && (
        <p className={styles['note']}>
          <MarkedText>{guide.note}</MarkedText>
        </p>
      )}
    </div>
  );
}

function StepItem({ step }: { readonly step: Step }) {
  const text = typeof step === 'string' ? step : step.text;
  return (
    <li className={styles['step']}>
      <div className={styles['words']}>
        <MarkedText>{text}</MarkedText>
        {typeof step !== 'string' && <Command>{step.command}</Command>}
      </div>
    </li>
  );
}

function Command({ children }: { readonly children: string }) {
  return (
    <code className={styles['command']}>
      {keyedParts(children, ' ').map(({ key, part }) => (
        <Fragment key={key}>
          {key > 0 && ' '}
          <span className={styles['word']}>{part}</span>
        </Fragment>
      ))}
    </code>
  );
}
