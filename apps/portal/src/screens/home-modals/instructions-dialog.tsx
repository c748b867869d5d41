import type { InstructionsTopic } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, ButtonLink, LazyModalDialog, LiveDot, Step, StepList, Tabs } from '@vestibule/ui';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { type Instruction, SCREEN_SAVER_INSTRUCTIONS, UPDATE_INSTRUCTIONS } from './instructions.ts';
import { SettingsPicture } from './settings-picture.tsx';
import { instructionsTexts, modalTexts, screenSaverTexts, updateTexts } from './texts.ts';
import styles from './watching.module.css';

export interface InstructionsDialogProps {
  readonly topic: InstructionsTopic;
  readonly system: SetUpSystem;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** How to change a setting by hand; closes by itself when its check passes. */
export function InstructionsDialog({ topic, system, isOpen, onClose }: InstructionsDialogProps) {
  const text = useText();
  const isUpdate = topic === 'windows-update';
  return (
    <LazyModalDialog
      choices={
        <>
          <span className={styles['watching']}>
            <LiveDot />
            {text(modalTexts.watching)}
          </span>
          <Button onPress={onClose}>{text(modalTexts.close)}</Button>
        </>
      }
      closeLabel={text(modalTexts.close)}
      isOpen={isOpen}
      isWide
      onClose={onClose}
      subtitle={text(instructionsTexts.oneMinute)}
      title={text(isUpdate ? updateTexts.title : screenSaverTexts.title)}
    >
      {isUpdate ? (
        <Tabs
          items={UPDATE_INSTRUCTIONS.map(({ version, steps }) => ({
            key: version.id,
            label: text(version),
            content: <Steps steps={steps} system={system} />,
          }))}
          name={text(instructionsTexts.version)}
        />
      ) : (
        <Steps steps={SCREEN_SAVER_INSTRUCTIONS[system === 'macos' ? 'macos' : 'windows']} system={system} />
      )}
      <p>{text(instructionsTexts.lead)}</p>
    </LazyModalDialog>
  );
}

interface StepsProps {
  readonly steps: readonly Instruction[];
  readonly system: SetUpSystem;
}

function Steps({ steps, system }: StepsProps) {
  const text = useText();
  return (
    <>
      <SettingsPicture name={text(instructionsTexts.picture)} />
      <StepList>
        {steps.map(({ title, how, settingsHref }) => (
          <Step
            key={title.id}
            title={text(title)}
            {...(settingsHref !== undefined &&
              system === 'windows' && {
                action: <ButtonLink href={settingsHref}>{text(updateTexts.openForMe)}</ButtonLink>,
              })}
          >
            {text(how)}
          </Step>
        ))}
      </StepList>
    </>
  );
}
