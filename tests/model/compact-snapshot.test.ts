import { describe, expect, test } from 'vitest';
import { compactSnapshot, expandSnapshot } from '#lib/catalog/trust/model/compact-snapshot.ts';
import { trustSnapshot } from '#lib/catalog/trust/model/points.ts';
import type { RecordFacts } from '#lib/catalog/trust/model/snapshot.ts';

const yunquan: RecordFacts = {
  works: { count: 9, because: ['work-1', 'work-2'] },
  upstreams: ['acl-anthology', 'arxiv'],
  identifiedWorks: 8,
  recurringCollaborators: { count: 4, because: ['work-1'] },
  openFlags: [],
  frozen: false,
  affiliation: { stated: ['source:bzpeer'], rorId: null, confirmedEmail: [], assertedByOrganisation: [] },
  control: null,
  openDispute: false,
};

describe('a stored snapshot', () => {
  test('lists the same parts, sentences and conditions as on the day it was computed', () => {
    const snapshot = trustSnapshot(yunquan, new Date('2026-11-21'));
    const { parts, conditions } = expandSnapshot(snapshot.method, JSON.parse(JSON.stringify(compactSnapshot(snapshot))));
    expect(parts).toEqual(snapshot.parts);
    expect(conditions).toEqual(snapshot.conditions);
  });
});
