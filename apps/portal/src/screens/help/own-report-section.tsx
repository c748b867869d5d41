import type { FactReading, SignedReportPayload } from '@vestibule/contracts';
import type { OwnReport } from '@vestibule/flows';
import { useI18n, useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { wordsOf } from '../../texts/check-words.ts';
import { HelpSection, HelpText } from './help-page.tsx';
import { linesOf } from './lines-of.ts';
import factList from './fact-list.module.css';
import styles from './own-report-section.module.css';
import { factTexts, nowTexts } from './texts.ts';

export interface OwnReportSectionProps {
  readonly report: OwnReport;
  /** Saves the report as a file. */
  readonly onSave: (payload: SignedReportPayload) => void;
}

/** What this very computer would report now, value by value, and as a file. */
export function OwnReportSection({ report, onSave }: OwnReportSectionProps) {
  const text = useText();
  return (
    <HelpSection heading={text(nowTexts.heading)}>
      <div aria-live="polite">
        {report.state !== 'known' && <HelpText>{text(nowTexts[STATE_TEXTS[report.state]])}</HelpText>}
      </div>
      {report.state === 'known' && <Known onSave={onSave} payload={report.payload} />}
    </HelpSection>
  );
}

const STATE_TEXTS = { reading: 'reading', 'no-session': 'noSession', 'no-client': 'noClient' } as const;

interface KnownProps {
  readonly payload: SignedReportPayload;
  readonly onSave: (payload: SignedReportPayload) => void;
}

function Known({ payload, onSave }: KnownProps) {
  const text = useText();
  const { device, client, facts } = payload.report;
  return (
    <>
      <HelpText>{text(nowTexts.lead)}</HelpText>
      <div className={styles['save']}>
        <Button onPress={() => onSave(payload)}>{text(nowTexts.save)}</Button>
      </div>
      <dl className={factList['facts']}>
        {Object.entries(facts).map(([name, reading]) => (
          <Fact key={name} lines={readingLines(reading)} name={labelOf(name, text)} reading={reading} />
        ))}
        <Fact lines={linesOf(device)} name={text(factTexts.device)} />
        <Fact lines={linesOf(client)} name={text(factTexts.client)} />
      </dl>
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly lines: readonly string[];
  readonly reading?: FactReading;
}

function Fact({ name, lines, reading }: FactProps) {
  const text = useText();
  const i18n = useI18n();
  return (
    <div className={factList['fact']}>
      <dt className={factList['name']}>{name}</dt>
      <dd className={styles['text']}>
        <code className={styles['value']}>{lines.join('\n')}</code>
        {reading !== undefined && (
          <span className={styles['source']}>
            {text(nowTexts.source, {
              source: wordsOf(i18n).sentence(reading.source),
              time: i18n.date(new Date(reading.readAt), { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
            })}
          </span>
        )}
      </dd>
    </div>
  );
}

/** A fact of a newer client than this page keeps its own name. */
function labelOf(name: string, text: ReturnType<typeof useText>): string {
  return Object.hasOwn(factTexts, name) ? text(factTexts[name as keyof typeof factTexts]) : name;
}

function readingLines(reading: FactReading): readonly string[] {
  if ('unavailable' in reading) return linesOf({ unavailable: reading.unavailable, detail: reading.detail });
  return linesOf(reading.value);
}
