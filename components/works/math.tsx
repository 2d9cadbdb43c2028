import katex from 'katex';

const longest = 2_000;

/** MathML of a TeX formula, or null where KaTeX cannot read it. Its options refuse commands that link, load or grow. */
function mathml(tex: string): string | null {
  if (tex.length > longest) return null;
  try {
    return katex.renderToString(tex, {
      output: 'mathml',
      trust: false,
      strict: 'ignore',
      throwOnError: true,
      maxSize: 10,
      maxExpand: 200,
    });
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
