import { Option } from 'commander';

export const urlOption = (description: string) => new Option('--url <address>', description).env('VESTIBULE_URL');

export const tokenFileOption = () =>
  new Option('--token-file <file>', 'file that holds the token for it; - reads it from standard input').env(
    'VESTIBULE_TOKEN_FILE',
  );

export const companyOption = () =>
  new Option('--company <name>', 'the company, where there are several').env('VESTIBULE_COMPANY');
