import type { VerdictName } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { Fact } from '../../parts/block.tsx';
import blocks from '../../parts/blocks.module.css';
import { Moment } from '../../parts/moment.tsx';
import { Standing } from '../../parts/standing.tsx';
import { verdictTexts } from '../../parts/texts.ts';
import { useTimes } from '../../parts/use-times.ts';
import { DeviceVerdict } from '../../parts/verdict-cell.tsx';
import { computerTexts as texts } from './texts.ts';
import type { Computer } from './use-computer.ts';

const VERDICT_TEXTS: { readonly [verdict in VerdictName]: Text } = {
  passed: verdictTexts.passed,
  'in-grace': verdictTexts.inGrace,
  'not-checked': verdictTexts.notChecked,
  stopped: verdictTexts.stopped,
  'never-reported': verdictTexts.neverReported,
  retired: verdictTexts.retired,
};

/** A verdict in a sentence about time: what it was, or what it will be. */
export function verdictText(verdict: VerdictName): Text {
  return VERDICT_TEXTS[verdict];
}

/** Is it kept out, since when and what comes next; when it reported; what it is; what runs on it. */
export function ComputerFacts({ computer }: { readonly computer: Computer }) {
  const text = useText();
  const times = useTimes();
  const { state, isEnforced, since, policyVersion, next, report, systemVersion, operatingSystem } = computer;
  const detail = isEnforced
    ? text(texts.policy, { version: policyVersion, time: times.short(since) })
    : text(texts.policyOnly);
  return (
    <div className={blocks['facts']}>
      <Fact
        detail={
          <>
            {detail}
            {next !== null && (
              <>
                <br />
                {text(texts.nextBecomes, { day: times.day(next.at), verdict: text(verdictText(next.verdict)) })}
              </>
            )}
          </>
        }
        name={text(texts.verdict)}
      >
        {state === 'blocked' ? (
          <Standing icon="stopper">{text(texts.stateBlocked)}</Standing>
        ) : state === 'waiting' ? (
          <Standing icon="waiting">{text(texts.stateWaiting)}</Standing>
        ) : (
          <DeviceVerdict device={computer} />
        )}
      </Fact>
      <Fact detail={text(texts.reports, { count: computer.reports })} name={text(texts.lastReport)}>
        {report === null ? '–' : <Moment at={report.receivedAt} />}
      </Fact>
      <Fact detail={report === null ? '' : [report.manufacturer, report.model].join(' ')} name={text(texts.system)}>
        <bdi>{systemVersion ?? operatingSystem}</bdi>
      </Fact>
      <Fact detail={report !== null && `${text(texts.scope)}: ${report.installScope}`} name={text(texts.client)}>
        <bdi>{computer.clientVersion ?? '–'}</bdi>
      </Fact>
    </div>
  );
}
