import { adminSignInSeriesCall, type CallBody } from '@vestibule/contracts';
import { useI18n, useText } from '@vestibule/texts';
import { memo, useDeferredValue, useState } from 'react';
import { usePorts } from '../../hooks/ports-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { NotLoaded } from '../../parts/state.tsx';
import { CHART_PARTS, type Counts, countOf, totalOf } from './chart-parts.ts';
import { ChartTable } from './chart-table.tsx';
import { spanOf } from './days.ts';
import styles from './chart.module.css';
import { chartTexts as texts } from './texts.ts';
import { useSeconds } from './use-seconds.ts';
import type { SignIns } from './use-sign-ins.ts';

type Series = CallBody<typeof adminSignInSeriesCall>;
const HEIGHT = 60;
const MARKS = 5;

/** How many signed in over time, by what came of it; the same filters as the list. */
export function SignInsChart({ signIns: { which, days } }: { readonly signIns: SignIns }) {
  const { browser } = usePorts();
  const by = spanOf(days, browser.now());
  const series = useAnswer(adminSignInSeriesCall, { query: { ...which, by } });
  const data = useDeferredValue(series.data);
  if (data === undefined) {
    if (series.error === null) return <div className={styles['room']} />;
    return <NotLoaded onTryAgain={() => void series.refetch()} problem={series.error.problem} />;
  }
  return <Chart by={by} data={data} />;
}

interface ChartProps {
  readonly data: Series;
  readonly by: 'day' | 'quarter-hour';
}

const Chart = memo(function Chart({ data, by }: ChartProps) {
  const text = useText();
  const timeOf = useBarTime(by);
  const seconds = useSeconds();
  const [isTable, setIsTable] = useState(false);
  const { series, counts, total, unblockedMs } = data;
  const sums = series.map((one) => totalOf(one.counts));
  const peak = Math.max(0, ...sums);
  const highest = series[sums.indexOf(peak)];
  const span = text(by === 'day' ? texts.perDay : texts.perQuarter);
  const first = series[0];
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['head']}>
        <span>{first === undefined ? span : text(texts.since, { span, time: timeOf(first.at) })}</span>
        <ul className={styles['legend']}>
          {CHART_PARTS.map(({ part, label }) => (
            <li key={part}>
              <svg aria-hidden="true" height="10" width="10">
                <rect className={styles[part]} height="10" rx="2" width="10" />
              </svg>
              {text(label)} <b>{countOf(counts, part)}</b>
            </li>
          ))}
        </ul>
      </figcaption>
      {total === 0 || highest === undefined ? (
        <p className={styles['nothing']}>{text(texts.nothing)}</p>
      ) : (
        <>
          <svg
            aria-label={text(texts.name, {
              total,
              peak,
              time: timeOf(highest.at),
              fixed: countOf(counts, 'fixed'),
              around: countOf(counts, 'around'),
              stopped: countOf(counts, 'stopped'),
            })}
            className={styles['bars']}
            preserveAspectRatio="none"
            role="img"
            viewBox={`0 0 ${series.length} ${HEIGHT}`}
          >
            {series.map((one, place) => (
              <Bar counts={one.counts} key={one.at} peak={peak} place={place} />
            ))}
          </svg>
          <div aria-hidden="true" className={styles['axis']}>
            {marksOf(series).map(({ at, bars }) => (
              <span key={at} style={{ flexGrow: bars }}>
                {timeOf(at)}
              </span>
            ))}
          </div>
        </>
      )}
      <div className={styles['foot']}>
        {unblockedMs.median !== null && unblockedMs.p95 !== null && (
          <span>{text(texts.unblocked, { median: seconds(unblockedMs.median), p95: seconds(unblockedMs.p95) })}</span>
        )}
      </div>
      {total > 0 && (
        <details className={styles['asTable']} onToggle={({ currentTarget }) => setIsTable(currentTarget.open)}>
          <summary>{text(texts.showTable)}</summary>
          {isTable && <ChartTable series={series} timeOf={timeOf} />}
        </details>
      )}
    </figure>
  );
});

const GAP = 0.14;

function Bar({ counts, place, peak }: { readonly counts: Counts; readonly place: number; readonly peak: number }) {
  const heights = CHART_PARTS.map(({ part }) => ({ part, height: (countOf(counts, part) / peak) * HEIGHT }));
  return heights.map(({ part, height }, index) => {
    const below = heights.slice(0, index).reduce((sum, one) => sum + one.height, 0);
    if (height === 0) return null;
    return (
      <rect
        className={styles[part]}
        height={height}
        key={part}
        width={1 - GAP}
        x={place + GAP / 2}
        y={HEIGHT - below - height}
      />
    );
  });
}

/** A few moments, evenly apart, of which the first is that of the first bar, and how many bars each stands under. */
function marksOf(series: Series['series']): readonly { readonly at: string; readonly bars: number }[] {
  const step = Math.max(1, Math.ceil(series.length / MARKS));
  return series.flatMap(({ at }, place) =>
    place % step === 0 ? [{ at, bars: Math.min(step, series.length - place) }] : [],
  );
}

/** A day where bars are days; with the time of day where they are quarters of an hour. */
function useBarTime(by: 'day' | 'quarter-hour'): (at: string) => string {
  const { locale } = useI18n();
  const format = new Intl.DateTimeFormat(
    locale === 'en' ? 'en-GB' : locale,
    by === 'day' ? { day: 'numeric', month: 'short' } : { weekday: 'short', hour: '2-digit', minute: '2-digit' },
  );
  return (at) => format.format(new Date(at));
}
