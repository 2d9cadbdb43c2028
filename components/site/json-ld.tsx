/**
 * Facts of a page in the words of schema.org, for programs. Reviewed: the text is JSON of our own making, in which no `<` is left
 * that could end the element, and a reader's browser never runs it.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
