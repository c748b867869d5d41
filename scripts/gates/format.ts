import { type GateResult, judge, printedBy, runTool } from './gate.ts';

/** Every file is laid out as Biome lays it out. */
export async function checkFormat(root: string): Promise<GateResult> {
  const run = await runTool('@biomejs/biome', 'biome', ['format', '--colors=off', '--max-diagnostics=50', '.'], root);
  const checked = Number(/Checked (\d+) files?/.exec(printedBy(run))?.[1] ?? 0);
  // Biome always looks at its own configuration.
  const seen = Math.max(0, checked - 1);
  const advice = '\n\nLay the files out with: npm run format';
  return judge('format', seen, run.code === 0 ? '' : `${printedBy(run)}${advice}`);
}
