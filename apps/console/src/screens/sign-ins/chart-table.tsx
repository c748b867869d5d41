import type { adminSignInSeriesCall, CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { CHART_PARTS, countOf, totalOf } from './chart-parts.ts';
import styles from './chart.module.css';
import table from '../../parts/table.module.css';
import { chartTexts as texts } from './texts.ts';

export interface ChartTableProps {
  readonly series: CallBody<typeof adminSignInSeriesCall>['series'];
  readonly timeOf: (at: string) => string;
}

/** The numbers of the bars; times without a sign-in are left out. */
export function ChartTable({ series, timeOf }: ChartTableProps) {
  const text = useText();
  return (
    <div className={styles['numbers']}>
      <table aria-label={text(texts.showTable)} className={table['table']}>
        <thead>
          <tr>
            <th scope="col">{text(texts.when)}</th>
            {CHART_PARTS.map(({ part, label }) => (
              <th className={table['end']} key={part} scope="col">
                {text(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series
            .filter(({ counts }) => totalOf(counts) > 0)
            .map(({ at, counts }) => (
              <tr key={at}>
                <th scope="row">{timeOf(at)}</th>
                {CHART_PARTS.map(({ part }) => (
                  <td className={table['end']} key={part}>
                    {countOf(counts, part)}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
