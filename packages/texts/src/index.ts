export * from './define-texts.ts';
export * from './in-words.ts';
export * from './isolated.ts';
export * from './languages.ts';
export * from './texts-context.ts';
export * from './use-text.ts';
