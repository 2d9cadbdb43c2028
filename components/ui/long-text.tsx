const maxCharacters = 300;

/** Shortens a text that is too long for a card or row. */
export const shortenText = (text: string): string =>
  text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')}…`;

/** A text in a card or row; a long one is shortened, and can be expanded. */
export function LongText({ text }: { text: string }) {
  const shortText = shortenText(text);
  if (shortText === text) return text;
  return (
    <details className="inline-block max-w-full align-top">
      <summary>{shortText}</summary>
      <p>{text}</p>
    </details>
  );
}
