import type { Text } from '@vestibule/texts';
import { instructionsTexts, screenSaverTexts, updateTexts } from './texts.ts';

/** One step: what to do, and how. */
export interface Instruction {
  readonly title: Text;
  readonly how: Text;
  /** Address by which Windows opens the very page of its settings; it asks before it does. */
  readonly settingsHref?: string;
}

/** By the version of Windows, each in the words of its own settings. */
export const UPDATE_INSTRUCTIONS: readonly { readonly version: Text; readonly steps: readonly Instruction[] }[] = [
  {
    version: instructionsTexts.windows10,
    steps: [
      {
        title: updateTexts.openSettings,
        how: updateTexts.openSettingsHow,
        settingsHref: 'ms-settings:windowsupdate',
      },
      { title: updateTexts.pickAdvanced, how: updateTexts.pickAdvancedHow },
      { title: updateTexts.switchOn, how: updateTexts.switchOnHow },
    ],
  },
  {
    version: instructionsTexts.windows81,
    steps: [
      { title: updateTexts.openPcSettings, how: updateTexts.openPcSettingsHow },
      { title: updateTexts.pickHow, how: updateTexts.pickHowHow },
      { title: updateTexts.pickAutomatic, how: updateTexts.pickAutomaticHow },
    ],
  },
  {
    version: instructionsTexts.windows7,
    steps: [
      { title: updateTexts.openControlPanel, how: updateTexts.openControlPanelHow },
      { title: updateTexts.pickChange, how: updateTexts.pickChangeHow },
      { title: updateTexts.pickAutomatic, how: updateTexts.pickAutomaticHow },
    ],
  },
];

export const SCREEN_SAVER_INSTRUCTIONS: { readonly [system in 'windows' | 'macos']: readonly Instruction[] } = {
  windows: [
    { title: screenSaverTexts.windowsOpen, how: screenSaverTexts.windowsOpenHow },
    { title: screenSaverTexts.windowsTime, how: screenSaverTexts.windowsTimeHow },
    { title: screenSaverTexts.windowsPassword, how: screenSaverTexts.windowsPasswordHow },
  ],
  macos: [
    { title: screenSaverTexts.macOpen, how: screenSaverTexts.macOpenHow },
    { title: screenSaverTexts.macTime, how: screenSaverTexts.macTimeHow },
    { title: screenSaverTexts.macPassword, how: screenSaverTexts.macPasswordHow },
  ],
};
