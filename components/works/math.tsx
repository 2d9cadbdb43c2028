import katex from 'katex';

const longest = 2_000;
/** In em: KaTeX cuts what is larger, but for moves to the left, up and down. */
const widest = 3;
const narrowest = -1;
const moves = /\s(?:width|height|depth|voffset|lspace)="(-?[\d.]+)(em|width)?/g;

/** False of a formula that would be painted outside its own place, over what the page itself says: `\kern{-30em}`, `\llap`. */
const staysPut = (html: string): boolean =>
  [...(html.split('<annotation')[0] ?? '').matchAll(moves)].every(([, by, unit]) =>
    unit === 'width' ? Number(by) >= 0 : Number(by) <= widest && Number(by) >= narrowest,
  );

/** MathML of a TeX formula, or null where KaTeX cannot read it. Its options refuse commands that link, load or grow. */
function mathml(tex: string): string | null {
  if (tex.length > longest) return null;
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxSize: widest,
      maxExpand: 200,
    });
    return staysPut(html) ? html : null;
  } catch {
    return null;
  }
}

/**
 * A formula. The one reviewed place that sets HTML: KaTeX builds it from its own nodes and escapes every text in them, the
 * source in the annotation included. A formula that KaTeX refuses is shown as its TeX source.
 */
export function Formula({ tex }: { tex: string }) {
  const html = mathml(tex);
  return html === null ? <span>{tex}</span> : <span dangerouslySetInnerHTML={{ __html: html }} />;
}
