import { defineTexts } from '@vestibule/texts';

export const peopleTexts = defineTexts('people', {
  add: 'Add person',
  all: 'All',
  anyRole: 'Any role',
  blocked: 'Blocked',
  computers: 'Computers',
  empty: 'No people yet',
  emptyText: 'They come from your identity provider at their first sign-in, or from a file:',
  filters: 'Filters',
  group: 'Group',
  groups: 'Groups',
  noFilters: 'Show everyone',
  nothingFound: 'No one fits',
  nothingFoundText: 'Take a filter out, or search for part of a name, login or e-mail address.',
  notBlocked: 'Not blocked',
  person: 'Person',
  role: 'Role',
  seen: 'Last seen',
  search: 'Name, login or e-mail address',
  title: 'People',
  verdict: 'Verdict',
  views: 'Views',
  without: 'Came lately, without',
});

export const broughtTexts = defineTexts('people-brought', {
  extension: 'the extension',
  workplace: 'Workplace',
});
