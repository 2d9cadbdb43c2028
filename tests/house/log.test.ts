import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

/** Unredacted error messages, which may contain email addresses or SQL parameters. */
const unredacted = /String\((?:error|reason|result\.reason|fault)\)|\b(?:error|reason|fault)\.(?:message|stack)\b/;
const logging = /\blog\s*\.\s*\w+\(|\blog\[/;

test('errors are logged by describeFault only', () => {
  const found = sourceFiles()
    .filter(({ path }) => path.startsWith('lib/') && path !== 'lib/platform/log/fault-text.ts')
    .flatMap(({ path, text }) =>
      text
        .split(';')
        .filter((statement) => logging.test(statement) && unredacted.test(statement.slice(statement.search(logging))))
        .map((statement) => `${path}: ${statement.trim().slice(0, 100)}`),
    );
  expect(found).toEqual([]);
});
