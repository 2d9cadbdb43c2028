import { describe, expect, test } from 'vitest';
import {
  controlLevel,
  hasPower,
  levelOf,
  levelPowers,
  powerIds,
  powerRefusal,
  powers,
  powersByLevel,
  weeklyLimit,
} from '#lib/catalog/powers/model.ts';

describe('powers', () => {
  test('change another person’s record below level 3 in three ways, each of which ends by time alone', () => {
    const limited = powerIds.filter((id) => powers[id].endsAfterHours !== undefined);
    expect(limited).toEqual(['claim', 'request_hiding', 'request_safety']);
    const outward = powerIds.filter((id) => powers[id].changes === 'another_record' && powers[id].holder === 'owner');
    expect(outward).not.toEqual([]);
    expect(outward.filter((id) => (powers[id].level ?? 0) < controlLevel)).toEqual([]);
  });

  test.each(levelPowers)('%s is refused below its level, and open from there', (power) => {
    const needed = levelOf(power);
    for (const level of [0, 1, 2, 3, 4, 5]) expect(hasPower(level, power)).toBe(level >= needed);
    expect(hasPower(null, power)).toBe(false);
    expect(powerRefusal(needed, power)).toBeNull();
    if (needed > 0) expect(powerRefusal(needed - 1, power)).toMatch(/^needs_/);
  });

  test('a refusal names what opens the power', () => {
    expect(powerRefusal(1, 'arrange')).toBe('needs_accepted_claim');
    expect(powerRefusal(2, 'photo')).toBe('needs_strong_proof');
    expect(powerRefusal(3, 'vouch')).toBe('needs_second_proof');
  });

  test('are listed for an owner as open or closed, each once', () => {
    const groups = powersByLevel(2);
    expect(groups.map(({ level, isOpen }) => [level, isOpen])).toEqual([
      [0, true],
      [2, true],
      [3, false],
      [4, false],
    ]);
    expect(groups.flatMap(({ does }) => does)).toHaveLength(levelPowers.length);
    expect(groups.every(({ opener }) => opener !== '')).toBe(true);
  });

  test('have weekly limits that grow with the level', () => {
    expect([0, 1, 2, 3, 4, 5].map((level) => weeklyLimit('invite', level))).toEqual([0, 0, 3, 10, 20, 20]);
    expect([1, 2, 3, 4].map((level) => weeklyLimit('ask_confirmation', level))).toEqual([0, 5, 10, 10]);
  });
});
