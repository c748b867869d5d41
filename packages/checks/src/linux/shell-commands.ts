/** Words that may stand before a command and are none of it. */
const BEFORE =
  /^(?:if|then|else|do|while|!|exec|time|nice|ionice|env|nohup|setsid|timeout|chronic|sudo|flock|-\S*|\d+[smhd]?|\w+=\S*)$/;

/** The words of each command of a script, from its program on. */
export function commandsOf(text: string): readonly (readonly string[])[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) => line.split(/&&|\|\||[;|&(){}]/))
    .map((command) => {
      const words = command.trim().split(/\s+/);
      const from = words.findIndex((word) => !BEFORE.test(word));
      return from < 0 ? [] : words.slice(from);
    });
}
