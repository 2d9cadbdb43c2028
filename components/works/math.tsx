import katex from 'katex';

const maxTexLength = 2_000;
/** Accepted lengths, in em: KaTeX limits larger ones, except moves to the left, up and down. */
const maxLengthEm = 3;
const minLengthEm = -1;
const movePattern = /\s(?:width|height|depth|voffset|lspace)="(-?[\d.]+)(em|width)?/g;

/** Returns false for a formula that would be drawn outside its own area, over other content of the page: `\kern{-30em}`, `\llap`. */
const staysInArea = (html: string): boolean =>
  [...(html.split('<annotation')[0] ?? '').matchAll(movePattern)].every(([, by, unit]) =>
    unit === 'width' ? Number(by) >= 0 : Number(by) <= maxLengthEm && Number(by) >= minLengthEm,
  );

/** Converts TeX to MathML; null if KaTeX cannot parse it. The options reject commands that link, load or expand. */
function toMathMl(tex: string): string | null {
  if (tex.length > maxTexLength) return null;
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxSize: maxLengthEm,
      maxExpand: 200,
    });
    return staysInArea(html) ? html : null;
  } catch {
    return null;
  }
}

/** Converted formulas: lists of works repeat them, above all the pages of members, which are not cached. */
const converted = new Map<string, string | null>();
const maxConverted = 500;
/** Longer formulas are rare, and could fill the memory. */
const maxConvertedLength = 200;

function convertOnce(tex: string): string | null {
  if (tex.length > maxConvertedLength) return toMathMl(tex);
  const known = converted.get(tex);
  if (known !== undefined) return known;
  if (converted.size >= maxConverted) converted.clear();
  const html = toMathMl(tex);
  converted.set(tex, html);
  return html;
}

/**
 * A formula. The only reviewed place that sets HTML: KaTeX generates it from its own nodes and escapes all text in it, including the source
 * in the annotation. A formula that KaTeX rejects is shown as TeX source.
 */
export function Formula({ tex }: { tex: string }) {
  const html = convertOnce(tex);
  return html === null ? <span>{tex}</span> : <span dangerouslySetInnerHTML={{ __html: html }} />;
}
