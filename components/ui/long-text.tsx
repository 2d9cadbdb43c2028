const maxCharacters = 300;

/** The beginning of a text that is too long for a card or a row. */
export const beginningOf = (text: string): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')}…`;

/** A text in a card or a row: of a long one its beginning is shown, and the whole unfolds. */
export function LongText({ text }: { text: string }) {
  const beginning = beginningOf(text);
  if (beginning === text) return text;
  return (
    <details className="inline-block max-w-full align-top">
      <summary>{beginning}</summary>
      <p>{text}</p>
    </details>
  );
}
