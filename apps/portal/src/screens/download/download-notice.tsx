import type { DownloadView } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Notice } from '@vestibule/ui';
import { extensionNotReadyTexts } from '../extension-not-ready/texts.ts';
import type { PageInfo } from '../page/page-info.ts';
import { pageTexts } from '../page/texts.ts';
import { setUpTexts } from '../set-up/texts.ts';
import { TroubleNotice } from '../set-up/trouble-notice.tsx';
import styles from './download-screen.module.css';
import { downloadTexts } from './texts.ts';

export interface DownloadNoticeProps {
  readonly header: PageInfo;
  readonly view: DownloadView;
  /** It has no extension, so that another browser is the way on. */
  readonly isSafari: boolean;
}

/** What stands between the person and the file, one thing at a time. */
export function DownloadNotice({ header, view, isSafari }: DownloadNoticeProps) {
  const text = useText();
  const { productName: product, links } = header;
  const iconName = text(setUpTexts.notice);
  if (view.problem === 'missing') {
    return (
      <div className={styles['notice']}>
        <Notice iconName={iconName} isAlert kind="warn" title={text(downloadTexts.missingTitle)}>
          {text(downloadTexts.missing, { product })} <a href={links.support}>{text(pageTexts.contactSupport)}</a>
        </Notice>
      </div>
    );
  }
  if (view.problem === 'failed') {
    return (
      <div className={styles['notice']}>
        <Notice iconName={iconName} isAlert kind="warn" title={text(downloadTexts.failedTitle)}>
          {text(downloadTexts.failed)}
        </Notice>
      </div>
    );
  }
  if (view.clientTrouble !== null) {
    return (
      <div className={styles['notice']}>
        <TroubleNotice header={header} trouble={view.clientTrouble} />
      </div>
    );
  }
  if (view.isExtensionPresent) return null;
  return (
    <div className={styles['notice']}>
      <Notice iconName={iconName} kind="none" title={text(downloadTexts.extensionFirstTitle)}>
        {isSafari ? (
          text(extensionNotReadyTexts.leadSafari, { product })
        ) : (
          <>
            {text(downloadTexts.extensionFirst)} {text(setUpTexts.privateWindow)}
          </>
        )}
      </Notice>
    </div>
  );
}
