export * from './cookies-kept.ts';
export * from './language/language-choice.ts';
export * from './language/language-provider.tsx';
export * from './open-pages.tsx';
export * from './page/shell-page.tsx';
export * from './page/texts.ts';
