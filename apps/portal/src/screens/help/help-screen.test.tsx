// @vitest-environment jsdom
import { setupI18n } from '@lingui/core';
import { act, render, screen, within } from '@testing-library/react';
import { TextsProvider } from '@vestibule/texts';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { pageInfo } from '../../../gallery/page-info.ts';
import { renderWithTexts } from '@vestibule/texts/testing';
import { articleWordsOf } from '../../testing/catalogue-of.ts';
import { english } from './articles/library.ts';
import { HelpScreen, type HelpScreenProps } from './help-screen.tsx';

vi.mock('./articles/words.ts', () => ({
  WORDS: Object.fromEntries(
    (['de', 'fr', 'es'] as const).map((locale) => [locale, async () => articleWordsOf(locale)]),
  ),
}));

function show(article: string, system: HelpScreenProps['system'] = 'windows', header = pageInfo) {
  return renderWithTexts(<HelpScreen article={article} header={header} system={system} />);
}

function region(name: string) {
  return within(screen.getByRole('region', { name }));
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('shows why, the steps of the own system first, and what comes next', () => {
  show('firewall-enable');
  expect(heading()).toBe('Turn on the firewall');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'On Windows',
    'What happens next',
    'If your company manages this',
    'On another system',
  ]);
  const steps = region('On Windows').getAllByRole('listitem');
  expect(steps[0]?.textContent).toBe('Open Start, type Windows Security and press Enter.');
  expect(region('What happens next').getByText(/updates by itself/)).toBeDefined();
  expect(region('If your company manages this').getByText(/your I\.T\. department can/)).toBeDefined();
});

it('keeps the other systems closed, each under its name', () => {
  show('firewall-enable', 'linux');
  const others = region('On another system');
  expect(others.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Windows',
    'macOS',
  ]);
  const closed = others.getAllByRole('group');
  expect(closed.map((element) => element.hasAttribute('open'))).toEqual([false, false]);
});

it('shows commands in one piece', () => {
  show('firewall-enable', 'linux');
  const commands = screen.getAllByRole('code').map(({ textContent }) => textContent);
  expect(commands).toContain('sudo systemctl enable --now firewalld');
});

it('opens the settings of the own system only', () => {
  show('os-supported', 'macos');
  const addresses = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(addresses).toContain('x-apple.systempreferences:com.apple.Software-Update-Settings.extension');
  expect(addresses).not.toContain('ms-settings:windowsupdate');
});

it('says first what comes before the usual end', () => {
  show('device-encrypted');
  expect(region('What happens next').getByText(/whole drive is encrypted/)).toBeDefined();
  expect(region('If your company manages this').getByText(/keep the recovery key/)).toBeDefined();
});

it.each([...english.articles.keys(), 'what-we-read'])('%s offers support, its code and the other articles', (name) => {
  show(name, 'linux');
  expect(screen.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe('#support');
  expect(screen.getByRole('link', { name: 'All help articles' }).getAttribute('href')).toBe('#help-all');
  expect(screen.getByText('7KQ-42M')).toBeDefined();
});

it('shows a check of some systems without steps for the others, and in the folder’s own words', () => {
  show('usb-storage-blocked', 'windows');
  expect(heading()).toBe('Block USB storage');
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings).toEqual(['What happens next', 'If your company manages this', 'On another system']);
  const others = region('On another system').getAllByRole('heading', { level: 3 });
  expect(others.map(({ textContent }) => textContent)).toEqual(['Linux']);
});

it('does without a support code', () => {
  show('known-device', 'windows', { ...pageInfo, supportCode: null });
  expect(screen.queryByText('7KQ-42M')).toBeNull();
});

it.each(['no-such-article', 'constructor', 'all', ''])('lists every article for %j', (name) => {
  show(name);
  expect(heading()).toBe('All help articles');
  expect(screen.queryAllByText(/no article at this address/)).toHaveLength(name.length > 3 ? 1 : 0);
  const links = within(screen.getByRole('list')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ...[...english.articles].map(([article, { title }]) => [title, `#help-${article}`]),
    ['What we read on this computer', '#what-we-read'],
  ]);
});

it('lists what is read, what never is, who sees it and how long it is kept', () => {
  show('what-we-read');
  expect(heading()).toBe('What we read on this computer');
  const settings = region('Security settings')
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  expect(settings).toEqual([
    'Operating system',
    'Updates',
    'Sign-in password',
    'Screen lock',
    'Antivirus',
    'Threats',
    'Hard drive encryption',
    'Firewall',
    'Management',
    'Management agents',
    'Remote login',
    'USB storage',
  ]);
  expect(region('This computer').getByText(/serial number/)).toBeDefined();
  expect(region('Never read').getByText('Passwords and what you type')).toBeDefined();
  expect(region('Who sees it').getByText(/administrators of your company/)).toBeDefined();
  expect(region('How long it is kept').getByText(/until an administrator of your company deletes them/)).toBeDefined();
});

it.each([
  ['de', 'Die Firewall einschalten', 'Windows-Sicherheit'],
  ['fr', 'Activer le pare-feu', 'Sécurité Windows'],
  ['es', 'Activar el firewall', 'Seguridad de Windows'],
])('is read in the language of the person: %s', async (locale, title, setting) => {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } });
  await act(async () => {
    render(
      <TextsProvider i18n={i18n}>
        <Suspense>
          <HelpScreen article="firewall-enable" header={pageInfo} system="windows" />
        </Suspense>
      </TextsProvider>,
    );
  });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getAllByText(setting).length).toBeGreaterThan(0);
});
