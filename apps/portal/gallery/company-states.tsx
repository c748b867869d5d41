import { useCompanyAccent } from '@vestibule/ui';
import type { ReactNode } from 'react';
import { HomeScreen } from '../src/screens/home/home-screen.tsx';
import { homeStates } from './home-states.ts';
import { homeSurroundings } from './home-surroundings.ts';
import { noActions } from './no-actions.ts';
import { setUpStates } from './set-up-states.tsx';

function InColour({ colour, children }: { readonly colour: string; readonly children: ReactNode }) {
  useCompanyAccent(colour);
  return children;
}

function home(name: string, logoUrl: string | null = homeSurroundings.header.logoUrl): ReactNode {
  const view = homeStates[name];
  const header = { ...homeSurroundings.header, logoUrl };
  return view !== undefined && <HomeScreen {...homeSurroundings} actions={noActions} header={header} view={view} />;
}

/** What a company's own colour and logo do to the pages: one that is dark, one that is bright, one that is light. */
export const companyStates: { readonly [name: string]: ReactNode } = {
  'company-green': <InColour colour="#1d6b5c">{home('issues')}</InColour>,
  'company-orange': <InColour colour="#ff7a3d">{home('modal-screen-saver')}</InColour>,
  'company-yellow': <InColour colour="#ffd400">{setUpStates['download-start-chosen']}</InColour>,
  'company-without-logo': home('passed', null),
};
