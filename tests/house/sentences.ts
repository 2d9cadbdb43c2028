import { parseAst } from 'vitest/node';

/** A node of a syntax tree; only the properties that are read here. */
interface Node {
  type: string;
  value?: unknown;
  name?: { name?: string };
  quasis?: { value: { cooked: string | null } }[];
  expressions?: Node[];
  children?: Node[];
  expression?: Node;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
/** Types, imports and tagged templates, which are SQL, have no text for people. */
const withoutText = /^(ImportDeclaration|TSLiteralType|TSTypeAnnotation|TaggedTemplateExpression)$/;
const attributesWithoutText = ['className', 'd', 'viewBox', 'sizes', 'style'];

/** Returns the texts of a file: literals, templates and the text of elements, in which `…` is a computed value and `¤` an element. */
export function textsOf(path: string, text: string): string[] {
  const found: string[] = [];
  const childText = (child: Node): string => {
    if (child.type === 'JSXText') return String(child.value);
    if (child.type !== 'JSXExpressionContainer') return '¤';
    return typeof child.expression?.value === 'string' ? child.expression.value : '…';
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value) || withoutText.test(value.type)) return;
    if (value.type === 'JSXAttribute' && attributesWithoutText.includes(value.name?.name ?? '')) return;
    if (value.type === 'Literal' && typeof value.value === 'string') found.push(value.value);
    if (value.type === 'TemplateLiteral') found.push((value.quasis ?? []).map(({ value: part }) => part.cooked).join('…'));
    if (/^JSX(Element|Fragment)$/.test(value.type)) found.push((value.children ?? []).map(childText).join(''));
    for (const each of Object.values(value)) visit(each);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }).body);
  return found.map((each) => each.replace(/\s+/g, ' ').trim());
}

/** True for words in a row. Code that is written as text, such as SQL, CSS and HTML, has signs that sentences do not have. */
const isSentence = (text: string): boolean =>
  /[a-z]{2,} [a-z…¤\d]/i.test(text) && !/[<>=$]|\?$|^[\w-]+\(|\dpx|1fr|^(select|set|and|or) |returning /.test(text.replace(/\? /g, ''));

/** Numbers that are no limits, by what shows it. */
const otherNumbers: readonly RegExp[] = [
  // References to literature, which begin with the initials of an author.
  /^[A-Z]\. .*\b\d{4}\b.*$/g,
  // Dates and years, and ranges of pages.
  /(\b\d{1,2} [A-Z]\w+ )?\b(19|20)\d\d(-\d\d)*\b|\b\d+–\d+\b/g,
  // Identifiers, network addresses and versions: RFC 9112, 3.2 · RO-Crate 1.1 · 10.1000/xyz123 · 127.0.0.1:9464.
  /\b(RFC|ISO|WCAG|status|Sans|base64|SQLite format) \d+(, \d[.\d]*)?|\b\d+(\.\d+)+[\w./:-]*/g,
  // The scale of a score.
  /\bfrom 0 to 100\b|\bof 100\b|\b100 ×|\bnine of ten\b/g,
  // An estimate of how long something takes a person.
  /\babout \w+ minutes\b/gi,
  // None and one, and examples.
  /(?<!\d[.,])\b[01]\b(?![.,:\d]\d)|\bsuch as \S+( or \S+)?/gi,
  /\bbetween two days\b/g,
];
const word = 'three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|ninety|hundred';
const unit = 'seconds?|minutes?|hours?|days?|weeks?|months?|years?';
/** A number in digits or words. "Two" is mostly a pair of people or profiles, so it counts before a unit of time only. */
const number = new RegExp(`(?<![\\w.…:/#“-])\\d[\\d.,]*(?![\\w:/])|\\b(?:${word})\\b|\\btwo (?:${unit})\\b`, 'i');

/** Returns the sentences of a file with a number that no constant produces, as 'path: sentence'. */
export const writtenNumbers = ({ path, text }: { path: string; text: string }, exceptions: readonly string[] = []): string[] =>
  textsOf(path, text).flatMap((sentence) => {
    if (!isSentence(sentence) || exceptions.some((each) => sentence.includes(each))) return [];
    const rest = otherNumbers.reduce((left, pattern) => left.replace(pattern, ''), sentence);
    return number.test(rest) ? [`${path}: ${sentence}`] : [];
  });
