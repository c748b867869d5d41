import type { DownloadView } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import {
  Button,
  ButtonLink,
  Column,
  ColumnActions,
  ColumnHead,
  DownloadIcon,
  Icon,
  Point,
  PointList,
} from '@vestibule/ui';
import { useId } from 'react';
import type { LicenceText } from '../licence/licence-dialog.tsx';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { NotAnswering } from '../set-up/not-answering.tsx';
import { WorkplacePicture } from '../set-up/pictures.tsx';
import type { SetUpSystem, SystemTexts } from '../set-up/system-text.ts';
import { setUpTexts } from '../set-up/texts.ts';
import { DownloadNotice } from './download-notice.tsx';
import styles from './download-screen.module.css';
import { Licence } from './licence.tsx';
import { downloadTexts } from './texts.ts';

export interface DownloadScreenProps {
  readonly header: PageInfo;
  readonly view: DownloadView;
  /** A client that is too old is replaced. */
  readonly isUpdater: boolean;
  readonly system: SetUpSystem;
  readonly isSafari: boolean;
  readonly licence: LicenceText;
  /** Where the person goes on without an installation; null where that is not offered. */
  readonly skipHref: string | null;
  readonly onDownload: () => void;
  /** A client that reports by itself. */
  readonly onDownloadAgent: () => void;
}

const FOR_SYSTEM: SystemTexts = {
  windows: downloadTexts.forWindows,
  macos: downloadTexts.forMac,
  linux: downloadTexts.forLinux,
};

export function DownloadScreen(props: DownloadScreenProps) {
  const { header, view, isUpdater, system, onDownload } = props;
  const text = useText();
  const { productName: product, companyName: company } = header;
  const title = text(isUpdater ? downloadTexts.updaterTitle : downloadTexts.title, { product });
  if (view.isNotAnswering) {
    return (
      <PortalPage info={header} title={text(setUpTexts.notAnsweringTitle, { product })}>
        <Column>
          <NotAnswering
            productName={product}
            reinstall={<DownloadButton isStarting={view.isStarting} onDownload={onDownload} />}
            system={system}
          />
          <DownloadNotice header={header} isSafari={props.isSafari} view={view} />
          <ColumnSupportCode info={header} />
        </Column>
      </PortalPage>
    );
  }
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <ColumnHead
          lead={text(isUpdater ? downloadTexts.updaterLead : downloadTexts.lead, { product, company })}
          screen="download"
          title={title}
        />
        <WorkplacePicture name={text(downloadTexts.picture, { product })} />
        <DownloadNotice header={header} isSafari={props.isSafari} view={view} />
        <DownloadActions {...props} />
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}

function DownloadActions(props: DownloadScreenProps) {
  const { header, view, system, licence, skipHref, onDownload, onDownloadAgent } = props;
  const text = useText();
  const { links, productName: product } = header;
  const detailsId = useId();
  return (
    <>
      <ColumnActions>
        <DownloadButton describedBy={detailsId} isLarge isStarting={view.isStarting} onDownload={onDownload} />
        <span className={styles['details']} id={detailsId}>
          {text(view.isExtensionPresent ? FOR_SYSTEM[system] : downloadTexts.extensionFirstTitle)}
        </span>
      </ColumnActions>
      {view.isAgentOffered && (
        <p className={styles['agent']}>
          {text(downloadTexts.agent, { product })}{' '}
          <Button isDisabled={view.isStarting} kind="link" onPress={onDownloadAgent}>
            {text(downloadTexts.agentDownload)}
          </Button>
        </p>
      )}
      <Licence licence={licence} privacyPolicy={links.privacyPolicy} />
      <hr className={styles['rule']} />
      <PointList>
        <Point icon={<Icon name="eye" />}>{text(downloadTexts.reads)}</Point>
        <Point icon={<Icon name="eye-off" />}>
          {text(downloadTexts.neverReads)} <a href={links.whatWeRead}>{text(downloadTexts.fullList)}</a>
        </Point>
        <Point icon={<Icon name="wrench" />}>{text(downloadTexts.changesOnly)}</Point>
      </PointList>
      {skipHref !== null && (
        <p className={styles['skip']}>
          <ButtonLink href={skipHref} kind="quiet">
            {text(downloadTexts.skip, { product })}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

interface DownloadButtonProps {
  readonly isStarting: boolean;
  readonly isLarge?: boolean;
  readonly describedBy?: string;
  readonly onDownload: () => void;
}

function DownloadButton({ isStarting, isLarge = false, describedBy, onDownload }: DownloadButtonProps) {
  const text = useText();
  return (
    <Button
      isBusy={isStarting}
      isLarge={isLarge}
      kind="primary"
      onPress={onDownload}
      {...(describedBy !== undefined && { describedBy })}
    >
      {!isStarting && <DownloadIcon />}
      {text(downloadTexts.download)}
    </Button>
  );
}
