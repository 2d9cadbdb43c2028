import { pairsIn, symbols } from './symbols.ts';

const superscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()n'].map((sign, at) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at] ?? '']),
);
const subscripts: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789+-=()'].map((sign, at) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at] ?? '']),
);
const operators = pairsIn(`
  le ≤  leq ≤  ge ≥  geq ≥  ne ≠  neq ≠  pm ±  to →  rightarrow →  sim ∼  approx ≈  infty ∞  ell ℓ  in ∈  circ °  partial ∂  nabla ∇
  sqrt √  sum ∑  prod ∏  int ∫  prime ′  log log  exp exp
`);

/** Converts letters to super- or subscript characters, if each has one. */
function toScript(group: string, scriptCharacters: Readonly<Record<string, string>>, fallbackSign: string): string {
  const inner = group.replace(/^\{|\}$/g, '');
  const characters = [...inner].map((sign) => scriptCharacters[sign]);
  return characters.includes(undefined) ? `${fallbackSign}${inner}` : characters.join('');
}

const texPattern = /\\[A-Za-z]|[\^_]\{|\{\}/;

/** Returns a title as plain text, for example for `<title>`: TeX formulas as Unicode characters, if these exist. */
export function readableTitle(title: string): string {
  if (!texPattern.test(title)) return title;
  return title
    .replace(/\\[,;:! ]|\\q?quad/g, ' ')
    .replace(/\\(?:math|text|operatorname|boldsymbol|bm)[a-z]*\s*(?=\{)/g, '')
    .replace(
      /\\([A-Za-z]+)/g,
      (_, name: string) => (Object.hasOwn(operators, name) ? operators[name] : Object.hasOwn(symbols, name) ? symbols[name] : name) ?? name,
    )
    .replace(/\^(\{[^{}]*\}|[^\s{}])/g, (_, of: string) => toScript(of, superscripts, '^'))
    .replace(/_(\{[^{}]*\}|[^\s{}])/g, (_, of: string) => toScript(of, subscripts, '_'))
    .replace(/[{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
