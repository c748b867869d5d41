import { expect, it } from 'vitest';
import { inWords } from './in-words.ts';

const article = {
  title: 'Turn it on',
  settings: { label: 'Open', href: 'ms-settings:about' },
  steps: ['Open the menu.', { text: 'Turn it on', command: 'sudo true' }, 'Open the menu.'],
};

it('says each text by its place, what is the same once, and leaves links and commands', () => {
  const asked: string[] = [];
  const said = inWords('help.it', article, (id, english) => {
    asked.push(id);
    return english.toUpperCase();
  });
  expect(said).toEqual({
    title: 'TURN IT ON',
    settings: { label: 'OPEN', href: 'ms-settings:about' },
    steps: ['OPEN THE MENU.', { text: 'TURN IT ON', command: 'sudo true' }, 'OPEN THE MENU.'],
  });
  expect(asked).toEqual(['help.it.title', 'help.it.settings.label', 'help.it.steps.0']);
});
