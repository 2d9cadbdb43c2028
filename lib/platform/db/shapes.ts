import { privateTables } from './changes.ts';
import { planRead, type ReadPlan } from './read-plan.ts';

/** A reading statement without its values. Statements that differ only in values, or in how many a list has, have the same shape. */
export interface Shape {
  id: number;
  /** Recreates the same shape by `shapeOf`, also in another process. */
  text: string;
  words: ReadonlySet<string>;
  /** True if it reads columns that it does not name. */
  readsAll: boolean;
  isPrivate: boolean;
  /** Null if the statement may depend on any row of each table that it names. */
  plan: ReadPlan | null;
}

const shapesByText = new Map<string, Shape>();
const shapesByRawText = new Map<string, Shape>();
const maxCachedTexts = 2_000;

/** Lists of values can have any length. */
const placeholderList = /\((?:\?(?:, ?)?)+\)/g;

const withPlainPlaceholders = (text: string): string => text.replace(/\$\d+/g, '?');

/** @returns the same object for statements that differ only in values */
export function shapeOf(text: string): Shape {
  const cached = shapesByRawText.get(text);
  if (cached) return cached;
  const normalized = withPlainPlaceholders(text).replace(placeholderList, '(?)');
  const shape = shapesByText.get(normalized) ?? createShape(normalized);
  shapesByText.set(normalized, shape);
  if (shapesByRawText.size >= maxCachedTexts) shapesByRawText.clear();
  shapesByRawText.set(text, shape);
  return shape;
}

function createShape(text: string): Shape {
  const words = new Set(text.match(/[a-z_]\w*/gi)?.map((word) => word.toLowerCase()));
  return {
    id: shapesByText.size,
    text,
    words,
    readsAll: /(?:\bselect(?:\s+(?:distinct|all))?|,|\.)\s*\*|\brow_to_json\b/i.test(text),
    isPrivate: [...privateTables].some((table) => words.has(table)),
    plan: planRead(text),
  };
}

/** Returns the lengths of the lists of values in a statement. */
export const listLengthsOf = (text: string): number[] =>
  (withPlainPlaceholders(text).match(placeholderList) ?? []).map((list) => list.split('?').length - 1);

/** Returns a statement of a shape with lists of the given lengths. */
export function textOf({ text }: Shape, lengths: readonly number[]): string {
  let at = 0;
  return text.replaceAll('(?)', () => `(${new Array(lengths[at++] ?? 1).fill('?').join(', ')})`);
}

/** Returns the values of each placeholder of a shape. */
export function slotsOf({ text }: Shape, lengths: readonly number[], values: readonly unknown[]): unknown[][] {
  let [list, at] = [0, 0];
  return [...text.matchAll(/\(\?\)|\?/g)].map(([placeholder]) => {
    const count = placeholder === '?' ? 1 : (lengths[list++] ?? 1);
    at += count;
    return values.slice(at - count, at);
  });
}
