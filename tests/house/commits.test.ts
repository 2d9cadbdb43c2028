import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** The last commit whose subject nobody checked. */
const begin = '15753a31b30bdabd421ffbd6808339584c9fc86d';

/** Returns the subjects of later commits, without merges; none in a shallow clone or an archive, which lack the first one. */
function subjectsSince(commit: string): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', `${commit}..HEAD`], { encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

const isWellFormed = (subject: string): boolean => subject.length <= 72 && /^[a-z][\w /-]*: (?![A-Z][a-z])\S.*[^.\s]$/.test(subject);

test('subjects of commits are an area and a summary, of at most 72 characters', () => {
  expect(subjectsSince(begin).filter((subject) => !isWellFormed(subject))).toEqual([]);
});

test('a long subject, one without an area and one that ends with a stop are detected', () => {
  const subjects = [
    'invitations: expire after 30 days',
    `invitations: ${'x'.repeat(60)}`,
    'Expire invitations',
    'invitations: expire.',
    'invitations: Expire after 30 days',
  ];
  expect(subjects.filter(isWellFormed)).toEqual(['invitations: expire after 30 days']);
  expect(subjectsSince('no-such-commit')).toEqual([]);
});
