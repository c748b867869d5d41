import { folderTexts } from '../folder-texts.ts';
import { remoteLoginOff } from './definition.ts';

export const texts = folderTexts(remoteLoginOff);
