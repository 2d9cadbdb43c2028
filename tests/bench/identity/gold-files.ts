import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import {
  aminer,
  aminerRow,
  type GoldBlock,
  inspire,
  inspireRow,
  nameVariantRow,
  nameVariants,
  qian,
  qianRow,
  sameName,
  sameNameRow,
} from '#lib/governance/identity/model/training/gold.ts';

/** A gold set cannot be read; the message names the file, the line and the error. */
export class GoldError extends Error {}

interface Line {
  number: number;
  value: unknown;
}

interface GoldFormat {
  /** The required fields of a row. A file has the first format whose fields are all in its first row. */
  fields: string[];
  read: (file: string, lines: readonly Line[]) => GoldBlock[];
}

const format = <Row>(schema: z.ZodObject & z.ZodType<Row>, toBlocks: (rows: Row[]) => GoldBlock[]): GoldFormat => ({
  fields: Object.keys(schema.shape),
  read: (file, lines) => toBlocks(lines.map((line) => parseRow(file, schema, line))),
});

const formats: GoldFormat[] = [
  format(aminerRow, aminer),
  format(inspireRow, inspire),
  format(qianRow, qian),
  format(sameNameRow, sameName),
  format(nameVariantRow, nameVariants),
];

export const goldFormatHelp = `A folder of gold sets holds one or more files *.jsonl, one set a file, under any name. Each line is a JSON object. The fields of a
file's first line say which of these formats it has; further fields are ignored:
${formats.map(({ fields }) => `  ${fields.join(', ')}`).join('\n')}
The first three have one work of one signing author a line: "name" (AMiner) or "block" says which works are looked at together, and
"label" which person each is of. The fourth has one name a line with the works of each person, the last one person with each
written name and how often it occurs. The sets in ../shared/data/gold are examples.`;

function parseRow<Row>(file: string, schema: z.ZodType<Row>, { number, value }: Line): Row {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new GoldError(`${file}, line ${number}: ${issue?.path.join('.') || 'the row'}: ${issue?.message}.`);
}

function parseLine(file: string, number: number, text: string): Line {
  try {
    return { number, value: JSON.parse(text) };
  } catch {
    throw new GoldError(`${file}, line ${number}: this is not JSON.`);
  }
}

function formatOf(file: string, { number, value }: Line): GoldFormat {
  const found = formats.find(({ fields }) => typeof value === 'object' && value !== null && fields.every((field) => field in value));
  if (!found) throw new GoldError(`${file}, line ${number}: its fields are those of no known format.\n\n${goldFormatHelp}`);
  return found;
}

/** Returns the names of one gold set. @throws GoldError if the file has no known format, or a line is invalid */
export function readGoldFile(path: string): GoldBlock[] {
  const file = basename(path);
  const texts = readFileSync(path, 'utf8').split('\n');
  const lines = texts.flatMap((text, index) => (text.trim() ? [parseLine(file, index + 1, text)] : []));
  const [first] = lines;
  if (!first) throw new GoldError(`${file} has no rows.`);
  const names = formatOf(file, first).read(file, lines);
  if (names.length === 0) throw new GoldError(`${file} has no name with more than one work.`);
  return names;
}

/** Returns the gold sets in a folder, ordered by file name. @throws GoldError if there is none, or one cannot be read */
export function readGoldFolder(folder: string): { file: string; names: GoldBlock[] }[] {
  const files = filesIn(folder).filter((file) => file.endsWith('.jsonl'));
  if (files.length === 0) throw new GoldError(`${folder} has no gold set: no file in it ends with .jsonl.\n\n${goldFormatHelp}`);
  return files.sort().map((file) => ({ file, names: readGoldFile(join(folder, file)) }));
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw new GoldError(isMissing ? `There is no folder ${folder}.` : `${folder} cannot be read as a folder.`);
  }
}
