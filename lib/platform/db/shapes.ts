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

/** A statement as it is run: its shape, and how many values its placeholders have. */
export interface Statement {
  shape: Shape;
  /** The lengths of its lists of values. */
  lengths: readonly number[];
  /** The number of values of each placeholder of the shape. */
  counts: readonly number[];
}

const shapesByText = new Map<string, Shape>();
const statementsByText = new Map<string, Statement>();
const maxCachedTexts = 2_000;

/** Lists of values can have any length. */
const placeholderList = /\((?:\?(?:, ?)?)+\)/g;

/** @returns the same object for statements that differ only in values */
export const shapeOf = (text: string): Shape => statementOf(text).shape;

export function statementOf(text: string): Statement {
  const cached = statementsByText.get(text);
  if (cached) return cached;
  const plain = text.replace(/\$\d+/g, '?');
  const normalized = plain.replace(placeholderList, '(?)');
  const shape = shapesByText.get(normalized) ?? createShape(normalized);
  shapesByText.set(normalized, shape);
  const lengths = (plain.match(placeholderList) ?? []).map((list) => list.split('?').length - 1);
  let list = 0;
  const counts = (normalized.match(/\(\?\)|\?/g) ?? []).map((placeholder) => (placeholder === '?' ? 1 : (lengths[list++] ?? 1)));
  if (statementsByText.size >= maxCachedTexts) statementsByText.clear();
  const statement = { shape, lengths, counts };
  statementsByText.set(text, statement);
  return statement;
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

/** Returns a statement of a shape with lists of the given lengths. */
export function textOf({ text }: Shape, lengths: readonly number[]): string {
  let at = 0;
  return text.replaceAll('(?)', () => `(${new Array(lengths[at++] ?? 1).fill('?').join(', ')})`);
}
