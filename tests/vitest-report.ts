import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes what `tests/run.ts` tells of a run: how many tests passed and failed, how long each took, and the first line of each failure, stray errors included. */
export default class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], stray: readonly { message: string }[]): void {
    const path = process.env.VITEST_REPORT;
    if (!path) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state === 'failed');
    const failures = [
      ...failed.map((test) => `${where(test.module)}: ${test.fullName}: ${firstLine(test.result().errors?.[0])}`),
      ...modules.flatMap((module) => around(module).map((error) => `${where(module)}: ${firstLine(error)}`)),
      ...stray.map((error) => `outside of any test: ${firstLine(error)}`),
    ];
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const times = tests.map((test) => ({ name: `${where(test.module)}: ${test.fullName}`, ms: test.diagnostic()?.duration ?? 0 }));
    writeFileSync(path, JSON.stringify({ passed, failed: failed.length, failures, times }));
  }
}

/** Failures of a file, and of what is done before and after its groups of tests. */
const around = (module: TestModule) => [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];

const where = ({ project, relativeModuleId }: TestModule): string => `${project.name}, ${relativeModuleId}`;
const firstLine = (error?: { message: string }): string => error?.message.split('\n', 1)[0] ?? 'no reason given';
