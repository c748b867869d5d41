import { relative } from 'node:path';
import type { Reporter, ReporterOptions } from 'knip';

export interface DeadCodeReport {
  /** How many files knip went through. */
  readonly seen: number;
  readonly issues: readonly DeadCodeIssue[];
}

export interface DeadCodeIssue {
  readonly type: string;
  readonly file: string;
  readonly line: number | null;
  readonly symbol: string;
}

/** Knip's own JSON does not say how many files it saw; this one does. Knip wants it as the default export. */
const report: Reporter = ({ issues, counters, cwd }: ReporterOptions) => {
  const found = Object.values(issues).flatMap((byFile) =>
    Object.values(byFile).flatMap((bySymbol) => Object.values(bySymbol)),
  );
  const answer: DeadCodeReport = {
    seen: counters.processed,
    issues: found.map(({ type, filePath, line, symbol }) => ({
      type,
      file: relative(cwd, filePath).replaceAll('\\', '/'),
      line: line ?? null,
      symbol,
    })),
  };
  process.stdout.write(JSON.stringify(answer));
};

export default report;
