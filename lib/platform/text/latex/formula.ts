import katex from 'katex';

const maxFormulaCharacters = 500;

/** Commands of LaTeX and amsmath that only typeset characters: none defines, reads, writes or calls anything. */
const allowedCommands: ReadonlySet<string> = new Set(
  [
    'alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho varrho sigma tau upsilon phi',
    'varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell hbar imath jmath Re Im aleph partial nabla infty',
    'le leq ge geq ne neq ll gg approx sim simeq cong equiv propto prec succ in notin ni subset subseteq supset supseteq mid parallel perp',
    'to gets rightarrow leftarrow leftrightarrow Rightarrow Leftarrow Leftrightarrow mapsto longrightarrow uparrow downarrow',
    'pm mp times div cdot circ bullet ast star oplus ominus otimes cup cap setminus wedge vee land lor lnot neg forall exists emptyset',
    'sum prod int oint iint bigcup bigcap lim limsup liminf log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh',
    'min max sup inf arg deg det dim gcd hom ker Pr frac dfrac tfrac binom sqrt left right langle rangle lfloor rfloor lceil rceil',
    'hat widehat tilde widetilde bar overline underline vec dot ddot check breve prime dagger ldots cdots dots vdots ddots quad qquad',
    'limits nolimits displaystyle textstyle bmod pmod vert Vert lvert rvert lVert rVert big Big bigg Bigg bigl bigr Bigl Bigr nmid',
    'overbrace underbrace stackrel overset underset triangle square rm bf it sf tt cal mathscr mathnormal',
    'mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol operatorname text textrm textbf textit textsf texttt',
  ].flatMap((line) => line.split(' ')),
);
const commandPattern = /\\(?:([A-Za-z]+)|(.))/gsu;

/**
 * Returns true if a formula may be placed between dollar signs in a LaTeX document with amsmath and amssymb. All its commands are in the
 * list above, no character changes how TeX reads others, and KaTeX can render it.
 *
 * @param tex without its delimiters
 */
export function isPortableFormula(tex: string): boolean {
  // ^^ denotes any character by its code; # & % ~ $ and control characters have a special meaning.
  if (tex.trim() === '' || tex.length > maxFormulaCharacters || /\^\^|[#&%~$\p{Cc}]/u.test(tex)) return false;
  for (const [, word, sign] of tex.matchAll(commandPattern)) {
    if (word === undefined ? !/[,;:! {}|]/.test(sign ?? '') : !allowedCommands.has(word)) return false;
  }
  try {
    katex.renderToString(tex, { output: 'mathml', trust: false, strict: 'ignore', throwOnError: true });
    return !tex.endsWith('\\');
  } catch {
    return false;
  }
}
