import { folderTexts } from '../folder-texts.ts';
import { article } from './article.ts';
import { usbStorageBlocked } from './definition.ts';

export const texts = folderTexts(usbStorageBlocked, article);
