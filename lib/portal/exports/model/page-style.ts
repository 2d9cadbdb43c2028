/** Stylesheet of index.html: the site's colours with system fonts, since the page loads nothing. */
export const pageStyle = `
:root { color-scheme: light dark; --paper: light-dark(#fcfbf8, #131518); --ink: light-dark(#1c1d20, #e8e6e1); --soft: light-dark(#5b5e66, #a3a6ad);
  --line: light-dark(#e2dfd6, #2c3036); --accent: light-dark(#0f5c66, #7cc6cf); }
body { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem 5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
h1, h2 { font-family: Georgia, "Noto Serif", serif; font-weight: 500; line-height: 1.15; }
h1 { font-size: 2.25rem; margin: 0 0 .75rem; }
h2 { font-size: 1.5rem; margin: 0 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; }
a { color: inherit; text-underline-offset: .2em; }
a:hover { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { position: static; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
a[href] { display: inline-block; min-height: 1.5rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .5rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: break-word; }
thead th { color: var(--soft); border-top: 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: minmax(8rem, 12rem) 1fr; gap: .25rem 1.5rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
ul.plain, ul.files, ol.said { list-style: none; padding: 0; margin: 0; }
ul.plain li, ol.said li { border-top: 1px solid var(--line); padding: .5rem 0; }
ol.said p { margin: .25rem 0 0; white-space: pre-wrap; }
.soft { color: var(--soft); overflow-wrap: break-word; }
summary { cursor: pointer; min-height: 1.5rem; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
@media print { :root { color-scheme: light; --paper: #fff; } body { padding: 0; } .skip, nav { display: none; } details::details-content { content-visibility: visible; } }
`;
