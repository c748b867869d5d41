import { useText } from '@vestibule/texts';
import { Button, ButtonLink, Card, Column, ColumnHead, LiveRegion, SkeletonRows } from '@vestibule/ui';
import { useState } from 'react';
import { CallerNumber } from '../caller-number/caller-number.tsx';
import { spokenNumber } from '../caller-number/spoken-number.ts';
import type { PageInfo } from '../page/page-info.ts';
import { PortalPage } from '../page/portal-page.tsx';
import { pageTexts } from '../page/texts.ts';
import { AskAccess, type AskAccessProps } from './ask-access.tsx';
import { phoneLink } from './contact-links.ts';
import { SupportBlocks } from './support-blocks.tsx';
import { SupportChecks } from './support-checks.tsx';
import type { SupportDetails } from './support-details.ts';
import styles from './support-screen.module.css';
import { supportTexts } from './texts.ts';

export interface SupportScreenProps {
  readonly header: PageInfo;
  readonly details: SupportDetails;
  /** On the way from the status page no id of the person is shown, nor the code that would lead to one. */
  readonly blanksIds: boolean;
  /** Home, or the status page where the person came from there. */
  readonly backHref: string;
  /** Null where no one may ask for temporary access. */
  readonly access: AskAccessProps | null;
  /** What the caller reads out; null: support has not asked for it. */
  readonly callerNumber: string | null;
}

export function SupportScreen({ header, details, blanksIds, backHref, access, callerNumber }: SupportScreenProps) {
  const text = useText();
  const { phone, phoneHours } = details.contact;
  const code = blanksIds ? null : header.supportCode;
  const hours = phoneHours === '' ? '' : text(supportTexts.hours, { hours: phoneHours });
  const title = phone === '' ? text(supportTexts.titleWithoutPhone) : text(supportTexts.title, { phone });
  return (
    <PortalPage info={header} title={title}>
      <LiveRegion text={spokenNumber(callerNumber, text)} />
      <Column width="full">
        <div className={styles['top']}>
          <div>
            <ColumnHead
              lead={[hours, code === null ? '' : text(supportTexts.codeLead)].filter(Boolean).join(' ')}
              screen="support"
              title={phone === '' ? title : <TitleWithLink phone={phone} />}
            />
          </div>
          <ButtonLink href={backHref} kind="primary">
            {text(pageTexts.tryAgain)}
          </ButtonLink>
        </div>
        {callerNumber !== null && <CallerNumber number={callerNumber} />}
        {code !== null && <Code code={code} />}
        <div className={styles['columns']}>
          <div className={styles['blocks']}>
            {details.checks === null && details.isAsking ? (
              <SkeletonRows count={3} />
            ) : (
              <SupportChecks checks={details.checks} />
            )}
            {access !== null && <AskAccess {...access} />}
          </div>
          <SupportBlocks blanksIds={blanksIds} details={details} header={header} />
        </div>
      </Column>
    </PortalPage>
  );
}

/** Stands for the number while the sentence is split around it; no text has it. */
const MARK = '\u{1}';

/** The number is a link within the sentence, wherever a language has it. */
function TitleWithLink({ phone }: { readonly phone: string }) {
  const text = useText();
  const [before, after] = text(supportTexts.title, { phone: MARK }).split(MARK);
  return (
    <>
      {before}
      <a className={styles['phone']} href={phoneLink(phone)}>
        {phone}
      </a>
      {after}
    </>
  );
}

/** Pronounceable, and to be copied in one piece: it finds this very attempt in the server's log. */
function Code({ code }: { readonly code: string }) {
  const text = useText();
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      setIsCopied(true);
    } catch {
      // Without the permission the code still stands there to be read out or selected.
      setIsCopied(false);
    }
  }
  return (
    <Card className={styles['code']}>
      <span>
        <span className={styles['codeLabel']}>{text(pageTexts.supportCode)}</span>
        <span className={styles['codeText']}>{code}</span>
      </span>
      <Button icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
        {text(isCopied ? supportTexts.copied : supportTexts.copy)}
      </Button>
    </Card>
  );
}
