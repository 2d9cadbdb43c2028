import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { pageVersion, reloadScript } from './reload.ts';

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns the page for an error in server code. It reloads itself when the server restarts. */
export const developmentErrorPage = (title: string, text: string): string =>
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>` +
  '<body style="margin:2rem auto;padding:0 1rem;max-width:70rem;font:1rem/1.5 system-ui,sans-serif">' +
  `<main><h1>${escapeHtml(title)}</h1><pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</pre></main>` +
  `<script>${reloadScript(`'${pageVersion()}'`)}</script></html>`;

const frame = /(file:\/\/[^\s()]+):(\d+):\d+/;
const linesAround = 3;

/** Returns an error with its stack and causes, after the lines of the file in which it was thrown. */
export function errorWithSource(error: unknown): string {
  const description = inspect(error);
  const [, url = '', line = ''] = description.split('\n').find(isOwnFrame)?.match(frame) ?? [];
  if (!url || !existsSync(fileURLToPath(url))) return description;
  const path = fileURLToPath(url);
  return `${relative('.', path)}:${line}\n\n${excerpt(readFileSync(path, 'utf8'), Number(line))}\n\n${description}`;
}

const isOwnFrame = (line: string): boolean => frame.test(line) && !line.includes('/node_modules/');

/** Returns the lines around a line, which is marked. */
function excerpt(source: string, line: number): string {
  const first = Math.max(1, line - linesAround);
  const lines = source.split('\n').slice(first - 1, line + linesAround);
  return lines.map((text, at) => `${first + at === line ? '>' : ' '} ${String(first + at).padStart(4)} | ${text}`).join('\n');
}
