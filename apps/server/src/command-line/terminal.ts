import { createInterface, type Interface } from 'node:readline';
import { misuse } from '@vestibule/command-line';

/** Someone at the keyboard, who may be faster than the questions: what they type ahead is kept for the next one. */
class Terminal {
  readonly #lines: string[] = [];
  readonly #interface: Interface;
  #wake: () => void = () => undefined;
  #isOver = false;

  constructor() {
    this.#interface = createInterface({ input: process.stdin, output: process.stdout });
    this.#interface.on('line', (line) => {
      this.#lines.push(line);
      this.#wake();
    });
    this.#interface.once('SIGINT', () => this.#interface.close());
    this.#interface.once('close', () => {
      this.#isOver = true;
      this.#wake();
    });
  }

  async ask(question: string): Promise<string> {
    if (!this.#isOver) {
      this.#interface.setPrompt(question);
      this.#interface.prompt();
    }
    while (this.#lines.length === 0 && !this.#isOver) {
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    const line = this.#lines.shift();
    if (this.#isOver || line === undefined) {
      process.stdout.write('\n');
      throw misuse('You left, and nothing was changed.');
    }
    // A terminal that is listened to keeps the process from ending.
    this.#interface.pause();
    return line;
  }
}

let terminal: Terminal | null = null;

/** Asks anyone who sits at the terminal. @throws CommandFailure when they press Ctrl-C or Ctrl-D */
export async function askOnTerminal(question: string): Promise<string> {
  terminal ??= new Terminal();
  return terminal.ask(question);
}
