import { useText } from '@vestibule/texts';
import { ColumnHead, Step, StepList } from '@vestibule/ui';
import type { ReactNode } from 'react';
import type { SetUpSystem, SystemTexts } from './system-text.ts';
import { setUpTexts } from './texts.ts';

const START: SystemTexts = {
  windows: setUpTexts.startWindows,
  macos: setUpTexts.startMac,
  linux: setUpTexts.startLinux,
};

const REPAIR: SystemTexts = {
  windows: setUpTexts.repairWindows,
  macos: setUpTexts.repairMac,
  linux: setUpTexts.repairLinux,
};

export interface NotAnsweringProps {
  readonly productName: string;
  readonly system: SetUpSystem;
  /** The button that installs it again. */
  readonly reinstall: ReactNode;
}

/** For a computer whose client was there before: start, repair, reinstall, in this order. */
export function NotAnswering({ productName: product, system, reinstall }: NotAnsweringProps) {
  const text = useText();
  return (
    <>
      <ColumnHead
        lead={text(setUpTexts.notAnsweringLead)}
        screen="not-answering"
        title={text(setUpTexts.notAnsweringTitle, { product })}
      />
      <StepList>
        <Step title={text(setUpTexts.start)}>{text(START[system], { product })}</Step>
        <Step title={text(setUpTexts.repair)}>{text(REPAIR[system], { product })}</Step>
        <Step action={reinstall} title={text(setUpTexts.reinstall)}>
          {text(setUpTexts.reinstallText)}
        </Step>
      </StepList>
    </>
  );
}
