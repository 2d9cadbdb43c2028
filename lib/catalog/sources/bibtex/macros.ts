/** A macro of a preamble: the number of its arguments, and its text with `#1`, `#2` … */
interface Macro {
  arity: number;
  body: string;
}

const definition = /\\(?:new|renew|provide)command\*?\s*\{?\s*\\([a-zA-Z]+)\s*\}?\s*\[(\d)\]\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g;
const preamble = /@\s*preamble\s*[{(]/i;
const maxMacros = 50;
const maxBodyCharacters = 200;

/**
 * Replaces the macros that the preamble of a BibTeX file defines, such as `\noopsort`, by their text. Line numbers do not change.
 * @returns the text itself if it defines none
 */
export function expandMacros(text: string): string {
  if (!preamble.test(text)) return text;
  const macros = new Map<string, Macro>();
  for (const [, name = '', arity, body = ''] of text.matchAll(definition))
    if (macros.size < maxMacros && body.length <= maxBodyCharacters && !body.includes('\n'))
      macros.set(name, { arity: Number(arity), body });
  if (macros.size === 0) return text;
  const use = new RegExp(`\\\\(${[...macros.keys()].join('|')})(?![a-zA-Z])`, 'g');
  const start = text.search(preamble);
  return text.replace(
    new RegExp(`${use.source}((?:\\s*\\{(?:[^{}]|\\{[^{}]*\\})*\\})*)`, 'g'),
    (written, name: string, groups: string, at: number) => {
      const macro = macros.get(name);
      const values = [...groups.matchAll(/\{((?:[^{}]|\{[^{}]*\})*)\}/g)];
      const isDefinition = at > start && /command\*?\s*\{?\s*$/.test(text.slice(Math.max(0, at - 30), at));
      if (!macro || isDefinition || values.length < macro.arity) return written;
      const last = macro.arity === 0 ? 0 : (values[macro.arity - 1]?.index ?? 0) + (values[macro.arity - 1]?.[0].length ?? 0);
      return macro.body.replace(/#(\d)/g, (_, number: string) => values[Number(number) - 1]?.[1] ?? '') + groups.slice(last);
    },
  );
}
