import type { HomeScreenProps } from '../src/screens/home/home-screen.tsx';
import { pageInfo } from './page-info.ts';

/** What stands around every view of the home screen. */
export const homeSurroundings: Pick<HomeScreenProps, 'header' | 'system' | 'licence'> = {
  header: pageInfo,
  system: 'windows',
  licence: {
    state: 'ready',
    html: '<p><strong>Licence agreement</strong></p><ol><li>You may use the program on this computer.</li><li>It reads security settings and nothing else.</li></ol>',
  },
};
