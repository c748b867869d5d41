import { setupI18n } from '@lingui/core';
import { createRoot } from 'react-dom/client';
import { pageInfo } from '../../../../gallery/page-info.ts';
import { TextsProvider } from '../../../texts/texts-context.tsx';
import { HelpScreen } from '../help-screen.tsx';
const q = new URLSearchParams(location.search);
const i18n = setupI18n({ locale: 'en', locales: ['en-GB'], messages: { en: {} } });
createRoot(document.getElementById('root')!).render(
  <TextsProvider i18n={i18n}>
    <HelpScreen header={pageInfo} article={q.get('a') ?? ''} system={(q.get('s') ?? 'windows') as 'windows'} />
  </TextsProvider>,
);
