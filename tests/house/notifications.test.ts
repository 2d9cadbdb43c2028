import { expect, test } from 'vitest';
import { notificationKinds } from '#lib/community/notifications/model/notification.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';

const isCommand = ({ path }: Pick<SourceFile, 'path'>): boolean => /^lib\/.*(\/commands|\/case-handlers|\/jobs)/.test(path);

/** Returns the kinds that no command names. */
const unsentKinds = (kinds: readonly string[], files: readonly Pick<SourceFile, 'path' | 'text'>[]): string[] => {
  const commands = files.filter(isCommand);
  return kinds.filter((kind) => !commands.some(({ text }) => text.includes(`'${kind}'`)));
};

test('every notification kind is sent by a command', () => {
  expect(unsentKinds(notificationKinds, sourceFiles())).toEqual([]);
});

test('a notification kind that only its text names is detected', () => {
  const files = [
    { path: 'lib/community/notifications/model/record-notifications.ts', text: "kind === 'planted'" },
    { path: 'lib/community/follows/commands/authors.ts', text: "kind: 'sent'" },
  ];
  expect(unsentKinds(['planted', 'sent'], files)).toEqual(['planted']);
});
