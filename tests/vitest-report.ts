import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/**
 * Writes the report that `tests/run.ts` reads: the numbers of passed and failed tests, the duration of each test, and the first line of
 * each failure, including errors outside of tests.
 */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], stray: readonly { message: string }[]): void {
    const path = process.env.VITEST_REPORT;
    if (!path) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const failures = [
      ...failed.map((test) => `${nameOfModule(test.module)}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
      ...modules.flatMap((module) => outsideErrors(module).map((error) => `${nameOfModule(module)}: ${firstLine(error)}`)),
      ...stray.map((error) => `outside of any test: ${firstLine(error)}`),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const times = tests.map((test) => ({ name: `${nameOfModule(test.module)}: ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 }));
    writeFileSync(path, JSON.stringify({ passed, failed: failed.length, failures, times }));
  }
}

/** Returns the errors of a file outside of tests, such as those of hooks. */
const outsideErrors = (module: TestModule) => [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];

const nameOfModule = ({ project, relativeModuleId }: TestModule): string => `${project.name}, ${relativeModuleId}`;
const firstLine = (error?: { message: string }): string => error?.message.split('\n', 1)[0] ?? 'no reason given';
