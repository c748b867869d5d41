import type { FirefoxExtensionView } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import {
  Button,
  ButtonLink,
  classes,
  Column,
  ColumnActions,
  ColumnHead,
  PuzzleIcon,
  Step,
  StepList,
} from '@vestibule/ui';
import { useId } from 'react';
import type { PageInfo } from '../page/page-info.ts';
import { ColumnSupportCode } from '../page/page-support-code.tsx';
import { PortalPage } from '../page/portal-page.tsx';
import { NotAnswering } from '../set-up/not-answering.tsx';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { setUpTexts } from '../set-up/texts.ts';
import styles from './firefox-extension-screen.module.css';
import { firefoxExtensionTexts } from './texts.ts';

export interface FirefoxExtensionScreenProps {
  readonly header: PageInfo;
  readonly view: FirefoxExtensionView;
  readonly system: SetUpSystem;
  /** Where the extension is to be had. */
  readonly extensionHref: string;
  readonly onOpenLink: () => void;
  readonly onContinue: () => void;
}

export function FirefoxExtensionScreen(props: FirefoxExtensionScreenProps) {
  const { header, view, system, extensionHref, onOpenLink, onContinue } = props;
  const text = useText();
  const { productName: product } = header;
  if (view.isNotAnswering) {
    return (
      <PortalPage info={header} title={text(setUpTexts.notAnsweringTitle, { product })}>
        <Column>
          <NotAnswering
            productName={product}
            reinstall={
              <Button kind="primary" onPress={onContinue}>
                {text(firefoxExtensionTexts.reinstall, { product })}
              </Button>
            }
            system={system}
          />
          <ColumnSupportCode info={header} />
        </Column>
      </PortalPage>
    );
  }
  const title = text(firefoxExtensionTexts.title, { product });
  return (
    <PortalPage info={header} title={title}>
      <Column>
        <ColumnHead lead={text(firefoxExtensionTexts.lead)} screen="firefox-extension" title={title} />
        <StepList>
          <Step
            action={
              <ButtonLink href={extensionHref} kind="primary" onFollow={onOpenLink} opensNewTab>
                <PuzzleIcon />
                {text(firefoxExtensionTexts.install)}
              </ButtonLink>
            }
            title={text(firefoxExtensionTexts.installTitle)}
          />
          <Step title={text(firefoxExtensionTexts.allowTitle)}>{text(firefoxExtensionTexts.allow)}</Step>
        </StepList>
        <p className={classes(styles['hint'], styles['below'])}>{text(setUpTexts.privateWindow)}</p>
        <Continue mayContinue={view.mayContinue} onContinue={onContinue} />
        <ColumnSupportCode info={header} />
      </Column>
    </PortalPage>
  );
}

function Continue({ mayContinue, onContinue }: { readonly mayContinue: boolean; readonly onContinue: () => void }) {
  const text = useText();
  const hintId = useId();
  return (
    <ColumnActions>
      <Button
        isDisabled={!mayContinue}
        isLarge
        kind="primary"
        onPress={onContinue}
        {...(!mayContinue && { describedBy: hintId })}
      >
        {text(setUpTexts.continue)}
      </Button>
      {!mayContinue && (
        <span className={styles['hint']} id={hintId}>
          {text(firefoxExtensionTexts.afterLink)}
        </span>
      )}
    </ColumnActions>
  );
}
