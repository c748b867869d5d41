import type { Reporter, TestModule } from 'vitest/node';

const VITESTS_OWN = /^ +at .*(node_modules|<anonymous>)/;

/** Prints why tests failed as soon as their file ends: vitest does at the end of a run, which one that is stopped has not. */
export default class ReasonsReporter implements Reporter {
  onTestModuleEnd(file: TestModule): void {
    const suites = [...file.children.allSuites()].flatMap((suite) => suite.errors());
    const tests = [...file.children.allTests('failed')].flatMap((test) => test.result().errors ?? []);
    for (const { message, stack, diff } of [...file.errors(), ...suites, ...tests]) {
      const reason = [stack ?? message, typeof diff === 'string' ? diff : ''].join('\n').trim().split('\n');
      for (const line of reason.filter((part) => !VITESTS_OWN.test(part))) process.stdout.write(`     ${line}\n`);
    }
  }
}
