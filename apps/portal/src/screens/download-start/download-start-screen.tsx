import type { DownloadStartView, InstallationChoice } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, Column, ColumnActions, ColumnHead, Notice, RadioGroup, Step, StepList } from '@vestibule/ui';
import { useId } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { DownloadsPicture } from '../set-up/pictures.tsx';
import type { SetUpSystem, SystemTexts } from '../set-up/system-text.ts';
import { setUpTexts } from '../set-up/texts.ts';
import { AgentInstallation } from './agent-installation.tsx';
import styles from './download-start-screen.module.css';
import { downloadStartTexts } from './texts.ts';

export interface DownloadStartScreenProps {
  readonly header: PageInfo;
  readonly view: DownloadStartView;
  /** A download has begun in this browser; otherwise the page is offered where one begins. */
  readonly hasStarted: boolean;
  readonly system: SetUpSystem;
  /** Name of the file that was downloaded; null when it is not known. */
  readonly fileName: string | null;
  /** On the browser on which a client may report by itself. */
  readonly isWithoutExtension: boolean;
  readonly onChoose: (choice: InstallationChoice) => void;
  readonly onContinue: () => void;
  readonly onRestart: () => void;
}

const ALLOW: SystemTexts = {
  windows: downloadStartTexts.allowWindows,
  macos: downloadStartTexts.allowMac,
  linux: downloadStartTexts.allowLinux,
};

const ALLOW_TITLE: SystemTexts = {
  windows: downloadStartTexts.allowWindowsTitle,
  macos: downloadStartTexts.allowMacTitle,
  linux: downloadStartTexts.allowLinuxTitle,
};

export function DownloadStartScreen(props: DownloadStartScreenProps) {
  const { header, view, hasStarted, system, fileName, isWithoutExtension, onChoose } = props;
  const text = useText();
  const { productName: product } = header;
  const title = text(downloadStartTexts.title, { product });
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <ColumnHead
          lead={text(hasStarted ? downloadStartTexts.lead : downloadStartTexts.leadNotStarted, { product })}
          screen="download-start"
          title={title}
        />
        {hasStarted && <DownloadsPicture name={text(downloadStartTexts.picture)} />}
        <StepList>
          {!hasStarted && (
            <Step title={text(downloadStartTexts.downloadFirstTitle, { product })}>
              {text(downloadStartTexts.downloadFirstText, { product })}{' '}
              {header.links.download !== null && (
                <a href={header.links.download}>{text(downloadStartTexts.downloadFirst)}</a>
              )}
            </Step>
          )}
          <Step title={text(downloadStartTexts.openTitle)}>
            {fileName === null ? text(downloadStartTexts.open) : text(downloadStartTexts.openNamed, { file: fileName })}
          </Step>
          <Step title={text(ALLOW_TITLE[system])}>{text(ALLOW[system])}</Step>
          <Step title={text(downloadStartTexts.comeBackTitle)}>{text(downloadStartTexts.comeBack)}</Step>
        </StepList>
        {view.deviceToken !== null && (
          <AgentInstallation
            deviceToken={view.deviceToken}
            fileName={fileName}
            isOpen={isWithoutExtension}
            productName={product}
            system={system}
          />
        )}
        <RadioGroup
          name={text(downloadStartTexts.how)}
          onChange={onChoose}
          options={[
            { value: 'installed', label: text(downloadStartTexts.installed, { product }) },
            { value: 'not-installed', label: text(downloadStartTexts.couldNot, { product }) },
          ]}
          value={view.choice}
        />
        {view.hasRestartFailed && (
          <div className={styles['notice']}>
            <Notice
              iconName={text(setUpTexts.notice)}
              isAlert
              kind="warn"
              title={text(downloadStartTexts.restartFailedTitle)}
            >
              {text(downloadStartTexts.restartFailed)}
            </Notice>
          </div>
        )}
        <DownloadStartActions {...props} />
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}

function DownloadStartActions({ view, hasStarted, onContinue, onRestart }: DownloadStartScreenProps) {
  const text = useText();
  const hintId = useId();
  const hasChosen = view.choice !== null;
  return (
    <>
      <ColumnActions isApart>
        <Button
          isDisabled={!hasChosen}
          isLarge
          kind="primary"
          onPress={onContinue}
          {...(!hasChosen && { describedBy: hintId })}
        >
          {text(setUpTexts.continue)}
        </Button>
        {hasStarted && (
          <Button icon="retry" isBusy={view.isRestarting} kind="quiet" onPress={onRestart}>
            {text(downloadStartTexts.restart)}
          </Button>
        )}
      </ColumnActions>
      {!hasChosen && (
        <p className={styles['hint']} id={hintId}>
          {text(downloadStartTexts.chooseFirst)}
        </p>
      )}
    </>
  );
}
