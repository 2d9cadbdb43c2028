/**
 * Facts about a page in schema.org vocabulary (JSON-LD). Reviewed: the text is JSON generated here, `<` is escaped so that it cannot end
 * the element, and browsers do not execute it.
 */
export function JsonLd({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
