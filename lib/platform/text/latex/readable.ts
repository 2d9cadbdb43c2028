import type { RichText } from '../rich-text.ts';
import { accents, modeSwitches, pairsIn, symbols } from './symbols.ts';

const pairUp = (signs: string, scripts: string): Readonly<Record<string, string>> => {
  const characters = [...scripts];
  return Object.fromEntries([...signs].map((sign, at) => [sign, characters[at] ?? '']));
};
const superscriptSigns = pairUp('0123456789+-−=()n°′*', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ°′*');
const subscriptSigns = pairUp('0123456789+-−=()', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎');
/** Unicode has these letters only. */
const superscripts = {
  ...superscriptSigns,
  ...pairUp('ABDEGHIJKLMNOPRTUVW', 'ᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ'),
  ...pairUp('abcdefghijklmoprstuvwxyzαβγδθφχ', 'ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵅᵝᵞᵟᶿᵠᵡ'),
};
const subscripts = { ...subscriptSigns, ...pairUp('aehijklmnoprstuvxβγρφχ', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ') };

const operators = pairsIn(`
  ge ≥  ne ≠  sim ∼  partial ∂  nabla ∇  ell ℓ  in ∈  notin ∉  ni ∋  circ °  prime ′  sum ∑  prod ∏  int ∫  oint ∮  hbar ℏ  aleph ℵ  Re ℜ
  Im ℑ  ll ≪  gg ≫  simeq ≃  cong ≅  equiv ≡  propto ∝  prec ≺  succ ≻  subset ⊂  subseteq ⊆  supset ⊃  supseteq ⊇  mid |  nmid ∤
  parallel ∥  perp ⊥  gets ←  leftrightarrow ↔  Rightarrow ⇒  Leftarrow ⇐  Leftrightarrow ⇔  mapsto ↦  longrightarrow ⟶  uparrow ↑
  downarrow ↓  mp ∓  div ÷  bullet •  ast *  star ⋆  oplus ⊕  ominus ⊖  otimes ⊗  cup ∪  cap ∩  setminus ∖  wedge ∧  land ∧  vee ∨  lor ∨
  neg ¬  lnot ¬  forall ∀  exists ∃  emptyset ∅  varnothing ∅  bigcup ⋃  bigcap ⋂  langle ⟨  rangle ⟩  lfloor ⌊  rfloor ⌋  lceil ⌈  rceil ⌉
  vert |  Vert ‖  lvert |  rvert |  lVert ‖  rVert ‖  vdots ⋮  ddots ⋱  triangle △  square □  sharp ♯  flat ♭  natural ♮  checkmark ✓
  vartheta ϑ  varrho ϱ  varsigma ς  Upsilon Υ  imath ı  jmath ȷ
`);
/** Commands that only change how a formula looks. */
const invisible: ReadonlySet<string> = new Set([
  ...Object.keys(modeSwitches),
  ...'left right big Big bigg Bigg bigl bigr Bigl Bigr limits nolimits displaystyle textstyle scriptstyle cal boldmath'.split(' '),
]);
const fontPattern = /^(?:math|text|operatorname|boldsymbol|bm$|mbox|emph)/;
const mathAccents: Readonly<Record<string, string | undefined>> = {
  ...{ hat: accents['^'], widehat: accents['^'], tilde: accents['~'], widetilde: accents['~'], bar: accents['='], overline: '\u0305' },
  ...{ vec: '\u20d7', dot: accents['.'], ddot: accents['"'], check: accents.v, breve: accents.u, underline: '\u0332' },
};

/** Placeholders of signs that are not read as TeX again. */
const placeholders = { '{': '\ufdd0', '}': '\ufdd1', '^': '\ufdd2', _: '\ufdd3' } as const;
const signOf: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(placeholders).map(([sign, held]) => [held, sign]));

/** Converts to super- or subscript characters; null if a character has none. */
function toScript(text: string, scriptCharacters: Readonly<Record<string, string>>): string | null {
  const characters = [...text].map((sign) => (Object.hasOwn(scriptCharacters, sign) ? scriptCharacters[sign] : undefined));
  return characters.includes(undefined) ? null : characters.join('');
}

/** Puts brackets around an expression, so that what is before or after it applies to all of it. */
const bracket = (text: string): string => (/^[\p{L}\p{M}\p{N}.]*$|^[^\p{L}\p{N}]$/u.test(text) ? text : `(${text})`);

const symbolOf = (name: string): string => {
  if (Object.hasOwn(operators, name)) return operators[name] ?? '';
  if (Object.hasOwn(symbols, name)) return symbols[name] ?? '';
  return invisible.has(name) || fontPattern.test(name) ? '' : name;
};

const functionPattern =
  /(?<=([\p{L}\p{N})])?)\\(log|ln|lg|exp|sin|cos|tan|min|max|inf|sup|lim|arg|det|dim|gcd|mod|bmod)(?![A-Za-z])\s*(?=([\p{L}\p{N}{\\]?))/gu;
const namePattern = /\\([A-Za-z]+)(?![A-Za-z]|\s*\{)( ?)/g;
/** A script with its argument: a group that has no group or script in it, or one character. */
const scriptPattern = /(?<!\\)([\^_])\s*(?:\{([^{}^_]*)\}|([^\s{}\\^_]))/gu;
const fractionPattern = /\\[dtc]?frac\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g;
/** A group that is no argument of a script or a fraction. */
const groupPattern = /(?:\\(?![dtc]?frac)([A-Za-z]+) ?|(?<![}^_] ?|frac ?))\{([^{}]*)\}/g;
/** Deeper groups lose their braces only. */
const maxDepth = 12;

const resolveInnermost = (tex: string): string =>
  tex
    .replace(scriptPattern, (_, kind: '^' | '_', group: string | undefined, sign = '') => {
      const text = (group ?? sign).trim();
      return toScript(text, kind === '^' ? superscripts : subscripts) ?? `${placeholders[kind]}${bracket(text)}`;
    })
    .replace(fractionPattern, (_, above: string, below: string) => `${bracket(above.trim())}/${bracket(below.trim())}`)
    .replace(groupPattern, (_, command: string | undefined, inner: string) => {
      if (command === undefined) return inner;
      if (command === 'sqrt') return `√${bracket(inner)}`;
      if (Object.hasOwn(mathAccents, command)) return `${inner}${mathAccents[command]}`.normalize('NFC');
      return `${symbolOf(command)}${inner}`;
    });

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns TeX as text: in Unicode characters, if these exist. */
function readableTex(tex: string): string {
  let text = collapse(tex)
    .replace(/\\([{}])/g, (_, brace: '{' | '}') => placeholders[brace])
    .replace(/\\[,;:! ]/g, ' ')
    .replace(functionPattern, (_, before: string | undefined, name: string, next: string) => `${before ? ' ' : ''}${name}${next && ' '}`)
    .replace(namePattern, (_, name: string, space: string) => symbolOf(name) && `${symbolOf(name)}${space}`);
  for (let depth = 0; depth < maxDepth; depth++) {
    const resolved = resolveInnermost(text);
    if (resolved === text) break;
    text = resolved;
  }
  return text
    .replace(/\\([A-Za-z]+)/g, (_, name: string) => symbolOf(name))
    .replace(/\\(?=[%&#_$|])|[{}]/g, '')
    .replace(/[\ufdd0-\ufdd3]/g, (held) => signOf[held] ?? '');
}

/**
 * Returns a text as plain text for readers, in one line: formulas, super- and subscripts as Unicode characters, if these exist. For titles
 * where no markup is possible, such as citations.
 */
export function readableText(tree: RichText): string {
  const textOf = (nodes: RichText): string =>
    nodes
      .map((node) => {
        if (typeof node === 'string') return node;
        if (node.tag === 'math') return readableTex(node.tex.replace(/(?<!\\)~/g, ' '));
        const text = textOf(node.of);
        // Letters stay as they are: "19th".
        const scripts = node.tag === 'sup' ? superscriptSigns : node.tag === 'sub' ? subscriptSigns : null;
        return (scripts && toScript(text, scripts)) ?? text;
      })
      .join('');
  return collapse(textOf(tree));
}

const texPattern = /\\[A-Za-z]|[\^_]\{|\{\}/;

/** Returns a title as `readableText` does, if only its text is known, where formulas are TeX without dollar signs. */
export const readableTitle = (title: string): string => (texPattern.test(title) ? collapse(readableTex(title)) : title);
