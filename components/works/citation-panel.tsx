import { type Citation, citeStyles } from '#lib/portal/pages/model/cite.ts';

interface Props {
  id: string;
  citation: Citation;
}

/** A work as a citation to copy, with links to the other styles. `cite-script.ts` shows it in lists. */
export function CitationPanel({ id, citation }: Props) {
  const { style } = citation;
  return (
    <section id="citation" aria-label="Citation" className="citation">
      <ul aria-label="Style" className="flex flex-wrap gap-x-4 border-line border-b px-4 text-sm">
        {citeStyles.map(({ id: each, name }) => (
          <li key={each}>
            <a
              href={`/works/${id}/cite?style=${each}`}
              rel="nofollow"
              aria-current={each === style.id ? 'true' : undefined}
              className="block border-transparent border-b-2 py-2.5 text-read no-underline aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-accent"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      <div className="p-4">
        {citation.kind === 'file' ? (
          <pre data-citation className="max-h-80 select-all overflow-auto whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
            {citation.content}
          </pre>
        ) : (
          <p data-citation className="wrap-anywhere select-all pl-6 -indent-6 font-serif">
            {citation.parts.map(({ text, italic }) => (italic ? <em key={text}>{text}</em> : text))}
          </p>
        )}
        <p className="mt-3 flex flex-wrap items-center justify-between gap-3 text-sm">
          <button
            type="button"
            hidden
            data-copy
            className="inline-flex items-center gap-2 rounded-md border border-accent bg-accent px-4 py-2 font-medium text-accent-ink"
          >
            Copy {style.name}
          </button>
          <span className="text-soft text-xs">Click the text to select it.</span>
        </p>
        <p role="status" className="sr-only" />
      </div>
    </section>
  );
}
