import { defineTexts } from '@vestibule/texts';

export const computersTexts = defineTexts('computers', {
  all: 'All',
  any: 'Any system',
  blocked: 'Blocked',
  client: 'Workplace',
  computer: 'Computer',
  deadline: 'Stopped soon by',
  empty: 'No computers yet',
  emptyText: 'A computer is here from the first time it is shown to the gate: at a sign-in with Workplace installed.',
  filters: 'Filters',
  noFilters: 'Show all computers',
  nothingFound: 'No computer fits',
  nothingFoundText: 'Take a filter out, or search for part of its name, its label or the login of its person.',
  person: 'Person',
  search: 'Name, label or login',
  seen: 'Last seen',
  system: 'System',
  title: 'Computers',
  verdict: 'Verdict',
  views: 'Views',
  waiting: 'Waits for approval',
});
