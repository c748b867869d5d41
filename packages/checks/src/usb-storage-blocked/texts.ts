import { folderTexts } from '../folder-texts.ts';
import { usbStorageBlocked } from './definition.ts';

export const texts = folderTexts(usbStorageBlocked);
