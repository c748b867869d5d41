import type { VouchView } from '@vestibule/flows';
import { type Text, useI18n, useText } from '@vestibule/texts';
import { Button, Card, Column, ColumnActions, ColumnHead, KeyValueList, Notice } from '@vestibule/ui';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import styles from './another-computer-screen.module.css';
import { anotherComputerTexts as texts } from './texts.ts';

export interface ComputerStepProps {
  readonly view: Extract<VouchView, { readonly step: 'computer' }>;
  readonly header: PageInfo;
  /** Where the check of this computer is. */
  readonly checkHref: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

const SYSTEMS: { readonly [system: string]: string } = { windows: 'Windows', macos: 'macOS', linux: 'Linux' };

interface Problem {
  readonly title: Text;
  readonly text: Text;
  /** The check of this computer says more. */
  readonly leadsToCheck: boolean;
}

const PROBLEMS: { readonly [problem in NonNullable<ComputerStepProps['view']['problem']>]?: Problem } = {
  'not-known-here': { title: texts.notHereTitle, text: texts.notHereText, leadsToCheck: false },
  'checks-fail': { title: texts.checksFailTitle, text: texts.checksFailText, leadsToCheck: true },
  client: { title: texts.clientTitle, text: texts.clientText, leadsToCheck: true },
};

/** Which computer it is: what it calls itself can be made up, where it asked from cannot. */
export function ComputerStep({ view, header, checkHref, onConfirm, onCancel }: ComputerStepProps) {
  const text = useText();
  const i18n = useI18n();
  const { name, operatingSystem, since, address, isSameAddress } = view.computer;
  const problem = view.problem === null ? undefined : PROBLEMS[view.problem];
  return (
    <Column>
      <ColumnHead
        lead={text(texts.computerLead)}
        screen="another-computer-question"
        title={text(texts.computerTitle)}
      />
      <div className={styles['question']}>
        <Card>
          <KeyValueList
            entries={[
              { label: text(texts.name), value: name },
              { label: text(texts.system), value: SYSTEMS[operatingSystem] ?? operatingSystem },
              { label: text(texts.since), value: i18n.date(since, { dateStyle: 'long', timeStyle: 'short' }) },
              {
                label: text(texts.address),
                value: text(isSameAddress ? texts.addressSame : texts.addressOther, { address }),
              },
            ]}
          />
        </Card>
        <Notice iconName={text(texts.note)} kind="warn" title={text(texts.warningTitle)}>
          {text(texts.warningText)}
        </Notice>
        {problem !== undefined && (
          <Notice
            iconName={text(texts.note)}
            isAlert
            kind="stop"
            title={text(problem.title, { product: header.productName })}
          >
            {text(problem.text)} {problem.leadsToCheck && <a href={checkHref}>{text(texts.seeChecks)}</a>}
          </Notice>
        )}
        {view.problem === 'unreachable' && (
          <Notice iconName={text(texts.note)} isAlert kind="none" title={text(texts.unreachable)}>
            {null}
          </Notice>
        )}
        <ColumnActions>
          <Button isBusy={view.isBusy} isLarge kind="primary" onPress={onConfirm}>
            {text(texts.confirm)}
          </Button>
          <Button isDisabled={view.isBusy} isLarge onPress={onCancel}>
            {text(texts.cancel)}
          </Button>
        </ColumnActions>
      </div>
      <ColumnSupportCode info={header} />
    </Column>
  );
}
