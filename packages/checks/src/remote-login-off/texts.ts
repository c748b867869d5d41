import { folderTexts } from '../folder-texts.ts';
import { article } from './article.ts';
import { remoteLoginOff } from './definition.ts';

export const texts = folderTexts(remoteLoginOff, article);
