import { hostOf } from '#lib/catalog/sources/model.ts';
import type { ExportContent } from './archive.ts';
import { type ExportFile, exportFiles, fileLabels } from './format.ts';
import { type Html, html } from './html.ts';
import { pageSectionsOf } from './page-sections.ts';
import { pageStyle } from './page-style.ts';
import { countEntries } from './tables.ts';

interface PageFacts {
  instance: string;
  madeAt: Date;
  paths: readonly string[];
}

const formatMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const renderFileRow = (name: ExportFile, content: ExportContent): Html => {
  const { title, description } = fileLabels[name];
  return html`<tr><th scope="row"><a href="data/${name}.json">${title}</a></th><td>${description}</td><td class="n">${countEntries(content[name])}</td></tr>`;
};

const renderLinks = (paths: readonly string[]): Html =>
  html`<ul class="files">${paths.map((path) => html`<li><a href="${path}">${path}</a></li>`)}</ul>`;

/**
 * Renders index.html: the content of the archive for any browser, without script or network. All text is escaped, and the content security
 * policy blocks scripts and requests, whatever users have written.
 */
export function renderIndexPage(content: ExportContent, { instance, madeAt, paths }: PageFacts): string {
  const tablePaths = paths.filter((path) => path.endsWith('.csv'));
  const workPaths = paths.filter((path) => path.startsWith('works'));
  const trustPaths = paths.filter((path) => path.startsWith('trust/'));
  const sections = pageSectionsOf(content, instance);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="referrer" content="no-referrer">
<title>Your data on ${hostOf(instance)}</title>
<style>${{ html: pageStyle }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<h1>Your data on ${hostOf(instance)}</h1>
<p>Everything that <a href="${instance}">${instance}</a> stored about your account on ${formatMinute(madeAt)}. You can read it here without a network.</p>
<nav aria-label="Contents"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}<li><a href="#files">All files</a></li></ul></nav>
</header>
<main id="main" tabindex="-1">
${sections.map(({ id, title, body }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`)}
<section aria-labelledby="files"><h2 id="files">All files</h2>
<div class="wide" role="region" aria-label="Files" tabindex="0"><table><caption>JSON, one file for each kind of data. <a href="schemas.json">schemas.json</a> describes their format.</caption>
<thead><tr><th scope="col">File</th><th scope="col">Contents</th><th scope="col" class="n">Entries</th></tr></thead>
<tbody>${exportFiles.map((name) => renderFileRow(name, content))}</tbody></table></div>
<h3>Tables for a spreadsheet</h3>${renderLinks(tablePaths)}
<h3>Works for a reference manager</h3>${renderLinks(workPaths)}
${trustPaths.length > 0 ? html`<h3>Trust documents for the verifier</h3>${renderLinks(trustPaths)}` : null}
<p><a href="manifest.json">manifest.json</a> lists every file.</p>
</section>
</main>
</body>
</html>
`;
  return page.html;
}
