// @vitest-environment jsdom
import {
  adminAddApplicationCall,
  adminApplicationsCall,
  adminKeysCall,
  type CallBody,
  mySessionCall,
} from '@vestibule/contracts';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type FakeAnswer, given, Refused } from '../../testing/fake-ports.ts';
import { addedApplication, applicationList, keys } from '../../testing/applications.ts';
import { session } from '../../testing/samples.ts';
import { show } from '../../testing/show.tsx';

const rehearsed: CallBody<typeof adminAddApplicationCall> = { ...addedApplication, isDryRun: true };

const list = (...all: readonly FakeAnswer[]) =>
  show('/console/applications', [...all, given(adminApplicationsCall, applicationList), given(adminKeysCall, keys)]);
async function open(...answers: readonly FakeAnswer[]) {
  const shown = list(...answers);
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Add application' }));
  return { ...shown, window: within(await screen.findByRole('dialog', { name: 'Add application' })) };
}
type Opened = Awaited<ReturnType<typeof open>>;
const asked = ({ asked: all }: Opened) =>
  all.filter(({ call }) => call === adminAddApplicationCall).map(({ input }) => input);
const type = ({ window }: Opened, name: string, value: string) =>
  userEvent.type(window.getByRole('textbox', { name }), value);
const choose = ({ window }: Opened, name: string) => userEvent.click(window.getByRole('radio', { name }));
const see = ({ window }: Opened) => userEvent.click(window.getByRole('button', { name: 'See what happens' }));
const wrongIn = () =>
  Array.from(document.querySelectorAll('[aria-invalid="true"]'), (field) => field.getAttribute('name'));

describe('the page of applications', () => {
  it('says of each how it speaks and how it stands, and opens one where it begins', async () => {
    list();
    const rows = await screen.findAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      'ApplicationSpeaksStateOpen',
      'Mailhttps://mail.alderbrook.exampleSAMLOnOpen',
      'Boardclient-1OpenID ConnectOff',
      'Wikihttp://wiki.alderbrook.exampleSAMLAn address of it is not https',
    ]);
    const link = screen.getByRole('link', { name: 'Open Mail' });
    expect(link.getAttribute('href')).toBe('https://mail.alderbrook.example/start');
    expect(link.getAttribute('rel')).toBe('noreferrer');
    expect(screen.getByText('vestibule application set NAME --metadata FILE --dry-run')).toBeDefined();
  });

  it('says what to do where there is none, and that it did not load', async () => {
    const { unmount } = show('/console/applications', [given(adminApplicationsCall, { applications: [] })]);
    expect(await screen.findByText(/^Add one that speaks SAML or OpenID Connect/)).toBeDefined();
    unmount();
    show('/console/applications', [given(adminApplicationsCall, new Refused('server_error'), applicationList)]);
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Wiki')).toBeDefined();
  });

  it.each(['support', 'auditor'] as const)('lets the role %s look', async (role) => {
    list(given(mySessionCall, { ...session, role }));
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'Add application' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Change one' })).toBeNull();
  });
});

describe('adding one', () => {
  it('by the address of its metadata: what happens first, then what to enter there', async () => {
    const shown = await open(given(adminAddApplicationCall, rehearsed, addedApplication));
    await type(shown, 'Name', ' Mail ');
    await type(shown, 'Address of its metadata', 'https://mail.example.com/metadata');
    await type(shown, 'Where a sign-in begins, if it has such an address', 'https://mail.example.com/start');
    await see(shown);
    const line = 'vestibule application add Mail --metadata-url https://mail.example.com/metadata';
    expect(await shown.window.findByText(`${line} --start-url https://mail.example.com/start`)).toBeDefined();
    await userEvent.click(shown.window.getByRole('button', { name: 'Add Mail' }));
    const done = within(await screen.findByRole('dialog', { name: 'Mail is added' }));
    await userEvent.click(await done.findByRole('button', { name: 'Copy Metadata' }));
    expect(shown.copied).toEqual(['https://gate.alderbrook.example/saml/metadata']);
    expect(done.getByText('https://gate.alderbrook.example/saml/sso')).toBeDefined();
    expect(await done.findByText(keys.keys[1]?.thumbprint ?? '')).toBeDefined();
    const body = {
      name: 'Mail',
      startUrl: 'https://mail.example.com/start',
      source: { from: 'saml-metadata-url', url: 'https://mail.example.com/metadata' },
    };
    expect(asked(shown)).toEqual([{ body, query: { dryRun: 'true' } }, { body }]);
    await userEvent.click(done.getByRole('button', { name: 'Done' }));
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  it('by a file, by hand, and by OpenID Connect, whose secret is shown once', async () => {
    const secret = { ...addedApplication, clientId: 'client-1', clientSecret: 's3cret' };
    const shown = await open(given(adminAddApplicationCall, rehearsed, rehearsed, rehearsed, secret));
    await type(shown, 'Name', 'Board');
    await choose(shown, 'By file');
    const file = new File(['<EntityDescriptor/>'], 'board.xml', { type: 'text/xml' });
    await userEvent.upload(shown.window.getByLabelText('Metadata file', { selector: '[type=file]' }), file);
    await see(shown);
    await shown.window.findByRole('button', { name: 'Add Board' });
    await choose(shown, 'By hand');
    await type(shown, 'Entity id', 'urn:board');
    await type(shown, 'Address that takes the answer (ACS)', 'https://board.example.com/acs');
    await see(shown);
    await shown.window.findByRole('button', { name: 'Add Board' });
    await choose(shown, 'OpenID Connect');
    await type(shown, 'Redirect addresses, one on each line', 'https://b.example.com/a{Enter}https://b.example.com/b');
    await see(shown);
    await userEvent.click(await shown.window.findByRole('button', { name: 'Add Board' }));
    const done = within(await screen.findByRole('dialog', { name: 'Board is added' }));
    expect(await done.findByText('https://gate.alderbrook.example/oidc')).toBeDefined();
    expect(done.getByText('s3cret')).toBeDefined();
    expect(done.getByText(/^The secret is shown this once/)).toBeDefined();
    const answers = [{ url: 'https://board.example.com/acs', index: 0, isDefault: true }];
    const redirectUris = ['https://b.example.com/a', 'https://b.example.com/b'];
    expect(asked(shown).map((input) => (input as { body: { source: unknown } }).body.source)).toEqual([
      { from: 'saml-metadata', xml: '<EntityDescriptor/>' },
      { from: 'saml-record', record: { entityId: 'urn:board', acsUrls: answers } },
      { from: 'oidc', record: { redirectUris } },
      { from: 'oidc', record: { redirectUris } },
    ]);
  });

  it.each([
    ['By address', 'Address of its metadata', 'http://inner', ['name', 'url', 'startUrl']],
    ['By hand', 'Entity id', 'a b', ['name', 'entityId', 'acsUrl', 'startUrl']],
    ['By file', null, '', ['name', 'xml', 'startUrl']],
    ['OpenID Connect', 'Redirect addresses, one on each line', 'here', ['name', 'redirectUris', 'startUrl']],
  ])('%s: says at each field what is wrong, and asks the server nothing', async (way, label, value, wrong) => {
    const shown = await open();
    await choose(shown, way);
    expect(wrongIn()).toEqual([]);
    if (label !== null) await type(shown, label, value);
    await type(shown, 'Where a sign-in begins, if it has such an address', 'mail');
    await see(shown);
    expect(wrongIn()).toEqual(wrong);
    expect(document.activeElement?.getAttribute('name')).toBe('name');
    expect(asked(shown)).toEqual([]);
  });

  it('leaves what the server refuses to its sentence', async () => {
    const shown = await open(
      given(adminAddApplicationCall, new Refused('metadata_refused', 'It has no SPSSODescriptor.')),
    );
    await type(shown, 'Name', 'Mail');
    await type(shown, 'Address of its metadata', 'https://mail.example.com/metadata');
    await see(shown);
    expect(await shown.window.findByText('It has no SPSSODescriptor.')).toBeDefined();
  });
});
