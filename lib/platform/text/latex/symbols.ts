/** Reads a table: names, each followed by its character. */
export const pairsIn = (table: string): Record<string, string> =>
  Object.fromEntries([...table.matchAll(/(\S+) (\S+)/g)].map(([, name = '', character = '']) => [name, character]));

/** Commands that represent a character in text. */
export const symbols: Readonly<Record<string, string>> = {
  ...pairsIn(String.raw`
    ss ß  SS SS  o ø  O Ø  l ł  L Ł  ae æ  AE Æ  oe œ  OE Œ  aa å  AA Å  i ı  j ȷ  dh ð  DH Ð  dj đ  DJ Đ  th þ  TH Þ  ng ŋ  NG Ŋ  S §  P ¶
    IJ IJ  ij ij  textschwa ə  textesh ʃ  texteng ŋ  dotlessi ı  dotlessj ȷ  textdagger †  textdaggerdbl ‡  ddagger ‡  dagger †
    guillemetleft «  guillemetright »  glqq „  grqq “  flqq «  frqq »  glq ‚  grq ‘  textquotesinglbase ‚  textasteriskcentered *
    copyright ©  pounds £  euro €  dag †  ddag ‡  ldots …  dots …  cdots ⋯  cdot ·  times ×  textendash –  textemdash —  textellipsis …
    textbullet •  textperiodcentered ·  textdegree °  degree °  textquoteright ’  textquoteleft ‘  textquotedblleft “  textquotedblright ”
    textquotesingle '  textquotedbl "  guillemotleft «  guillemotright »  quotedblbase „  quotesinglbase ‚  lq ‘  rq ’  textasciitilde ~
    textasciicircum ^  textbackslash \  textunderscore _  textless <  textgreater >  textbar |  textbraceleft {  textbraceright }  lbrace {
    rbrace }  textdollar $  textpercent %  textampersand &  texthash #  textregistered ®  texttrademark ™  textcopyright ©  texteuro €
    textsterling £  textmu µ  textonehalf ½  textexclamdown ¡  textquestiondown ¿  textordfeminine ª  textordmasculine º  slash /
    backslash \  LaTeX LaTeX  TeX TeX  BibTeX BibTeX  LaTeXe LaTeX2ε  alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ
    eta η  theta θ  iota ι  kappa κ  lambda λ  mu μ  nu ν  xi ξ  pi π  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  varphi φ  chi χ  psi ψ
    omega ω  Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Pi Π  Sigma Σ  Phi Φ  Psi Ψ  Omega Ω  leq ≤  le ≤  geq ≥  ge ≥  neq ≠  approx ≈
    textpm ±  texttimes ×  textdiv ÷  textmu µ  textohm Ω  textnumero №  textonesuperior ¹  texttwosuperior ²  textthreesuperior ³
    textonequarter ¼  textthreequarters ¾  textsection §  textparagraph ¶  textyen ¥  textcent ¢  textperthousand ‰  textcelsius ℃
    sim ∼  pm ±  infty ∞  to →  rightarrow →  leftarrow ←
  `),
  ...{
    relax: '',
    protect: '',
    noindent: '',
    allowbreak: '',
    nobreak: '',
    null: '',
    ignorespaces: '',
    unskip: '',
    xspace: '',
    break: ' ',
    thinspace: '\u202f',
  },
  ...{
    up: '',
    rm: '',
    upshape: '',
    normalfont: '',
    rmfamily: '',
    sf: '',
    mdseries: '',
    small: '',
    large: '',
    normalsize: '',
    bgroup: '',
    egroup: '',
  },
  ...{ quad: ' ', qquad: ' ', newline: ' ', space: ' ', par: ' ', linebreak: ' ' },
};

/** Accent commands and their combining marks. */
export const accents: Readonly<Record<string, string>> = {
  ...{ "'": '\u0301', '`': '\u0300', '^': '\u0302', '"': '\u0308', '~': '\u0303', '=': '\u0304', '.': '\u0307' },
  ...{ u: '\u0306', v: '\u030c', H: '\u030b', c: '\u0327', k: '\u0328', r: '\u030a', b: '\u0331', d: '\u0323', h: '\u0309' },
  ...{ t: '\u0361', newtie: '\u0361', textcommabelow: '\u0326', textogonek: '\u0328', C: '\u030f', U: '\u030e', f: '\u0311' },
};

/** Commands with one argument, and the resulting node. */
export const styles: Readonly<Record<string, 'b' | 'i' | 'tt' | 'sc' | 'sup' | 'sub'>> = {
  ...{ textbf: 'b', mathbf: 'b', textit: 'i', emph: 'i', textsl: 'i', mathit: 'i', texttt: 'tt', mathtt: 'tt', textsc: 'sc' },
  ...{ textsuperscript: 'sup', textsubscript: 'sub', mkbibemph: 'i', mkbibitalic: 'i', mkbibbold: 'b' },
};

/** Style commands that apply until the end of their group. */
export const modeSwitches: Readonly<Record<string, 'b' | 'i' | 'tt' | 'sc'>> = {
  ...{ bf: 'b', bfseries: 'b', it: 'i', itshape: 'i', em: 'i', sl: 'i', slshape: 'i', tt: 'tt', ttfamily: 'tt', sc: 'sc', scshape: 'sc' },
};

/** Commands whose argument is not displayed. */
export const invisibleCommands: ReadonlySet<string> = new Set(
  'label vspace hspace phantom color index bibliographystyle pagestyle noopsort noop sortnoop SortNoop NoopSort Noopsort sortas sortkey'.split(
    ' ',
  ),
);

/** Commands whose argument is plain text. */
export const plainCommands: ReadonlySet<string> = new Set(
  `mbox hbox fbox text textnormal textup textrm textsf textmd uppercase lowercase MakeUppercase MakeLowercase textgreek textcyrillic
  textlatin foreignlanguage ensuremath underline uline textlf`.split(/\s+/),
);

/** Commands of notes: their argument is no part of the text. */
export const footnoteCommands: ReadonlySet<string> = new Set('footnote footnotetext thanks cite ref'.split(' '));

/** Escaped characters that represent themselves, and spacing commands. */
export const escapedCharacters: Readonly<Record<string, string>> = {
  ...{ '%': '%', '&': '&', _: '_', $: '$', '#': '#', '{': '{', '}': '}' },
  ...{ '\\': ' ', ' ': ' ', ',': '\u202f', ';': ' ', ':': ' ', '!': '', '-': '', '/': '', '@': '', '*': '', '>': ' ', '|': '|' },
};
