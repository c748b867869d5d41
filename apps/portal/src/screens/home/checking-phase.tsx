import type { HomeView, ScanRow } from '@vestibule/flows';
import { CentredStatus, ProgressBar, ScanCard, type Verdict } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import type { PageInfo } from '../page/page-info.ts';
import { StatusSupportCode } from '../page/page-support-code.tsx';
import { pageTexts } from '../page/texts.ts';
import { CHECKING_TITLES } from './checking-title.ts';
import styles from './checking-phase.module.css';
import { homeTexts, verdictTexts } from './texts.ts';

export type CheckingView = Extract<HomeView, { readonly phase: 'determining' | 'connecting' | 'scanning' }>;

const VERDICT_OF: { readonly [state in ScanRow['state']]: Verdict } = {
  waiting: 'waiting',
  scanning: 'scanning',
  passed: 'passed',
  failed: 'required',
  unknown: 'unknown',
};

export function CheckingPhase({ view, info }: { readonly view: CheckingView; readonly info: PageInfo }) {
  const text = useText();
  const { title, runningText, done, total, rows } = view;
  const isCounting = view.phase === 'scanning' && total > 0;
  return (
    <div className={styles['checking']}>
      <CentredStatus
        doorway="checking"
        lead={
          <span aria-hidden="true" key={runningText}>
            {runningText ?? '\u00a0'}
          </span>
        }
        progress={total > 0 ? done / total : 0}
        screen="checking"
        title={text(CHECKING_TITLES[title])}
      >
        <ProgressBar
          className={styles['bar']}
          maximum={total}
          name={text(homeTexts.checksDone)}
          value={isCounting ? done : null}
        />
      </CentredStatus>
      {rows.length > 0 && (
        <>
          <div className={styles['card']}>
            <ScanCard
              name={text(homeTexts.listOfChecks)}
              rows={rows.map(({ checkType, text: message, state }) => ({
                key: checkType,
                text: message,
                verdict: VERDICT_OF[state],
                verdictName: text(state === 'failed' ? verdictTexts.failed : verdictTexts[VERDICT_OF[state]]),
              }))}
            />
          </div>
          <p className={styles['footnote']}>
            {text(homeTexts.readsOnly, { product: info.productName })}{' '}
            <a href={info.links.whatWeRead}>{text(pageTexts.whatWeRead)}</a>
          </p>
        </>
      )}
      <StatusSupportCode info={info} />
    </div>
  );
}
