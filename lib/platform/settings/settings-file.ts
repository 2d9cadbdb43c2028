import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The settings file: its text and its parsed values. */
export interface SettingsFile {
  path: string;
  text: string;
  values: Readonly<Record<string, string | undefined>>;
}

const unquotedLine = /^([ \t]*(?:export[ \t]+)?\w+[ \t]*=[ \t]*)([^\s'"`][^\r\n]*?)(?:[ \t]+#[^\r\n]*|[ \t]*)$/gm;

/** Parses settings by the rules of Docker Compose: a # begins a comment only after a space, because colours, keys and URLs contain it. */
export const parseSettings = (text: string): SettingsFile['values'] =>
  parseEnv(
    text.replace(/^\uFEFF/, '').replace(unquotedLine, (line, name: string, value: string) => {
      const quote = value.includes('#') ? ["'", '`', '"'].find((each) => !value.includes(each)) : undefined;
      return quote === undefined ? line : `${name}${quote}${value}${quote}`;
    }),
  );

/** Reads the file that PEERGRAPH_ENV names, or `peergraph.env` if it exists. @throws if the named file does not exist */
export function readSettingsFile(): SettingsFile | null {
  const namedPath = process.env.PEERGRAPH_ENV;
  const path = namedPath ?? 'peergraph.env';
  if (!existsSync(path)) {
    if (!namedPath) return null;
    throw new Error(`PEERGRAPH_ENV names ${path}, which does not exist. Correct the path, or remove the variable.`);
  }
  const bytes = readBytes(path);
  // Some Windows editors save UTF-16 by default; every line of such a file would be ignored.
  if (!isUtf8(bytes)) throw new Error(`The settings in ${path} are not UTF-8. Save the file as UTF-8.`);
  const text = bytes.toString();
  return { path, text, values: parseSettings(text) };
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const advice = 'Run this as the user of the service, or correct who may read the file.';
    throw new Error(`The settings in ${path} cannot be read. ${advice}\n(${error instanceof Error ? error.message : error})`);
  }
}
