const code = String.raw`\b(?:source )?(?:codes?(?![-\s]?(?:switch|mix))|(?:our|the|its|full)\s+(?:\w+\s+)?implementations?|software)\b`;
const available = String.raw`(?:available|released?|published?|shared?|open[-\s]?sourced?|public)\b`;
/** "Our code will be made publicly available". */
const isPromised = new RegExp(String.raw`${code}[^.;]{0,80}\bwill\s+(?:\w+\s+){0,2}be\s+(?:\w+\s+){0,3}${available}`, 'i');
/** "We will release the dataset and code", "we plan to make our implementation available". */
const weWill = new RegExp(
  String.raw`\bwe(?:’ll|'ll|\s+will|\s+plan\s+to|\s+intend\s+to|\s+are\s+going\s+to)\s+(?:\w+\s+){0,2}(?:release|publish|share|open[-\s]?source|make)\b[^.;]{0,80}${code}([^.;]{0,60})`,
  'i',
);
const address = /https?:|www\.|\b(?:github|gitlab|huggingface)\.(?:com|co|org)/i;
const mayPromise = /\b(?:will|plan to|intend to|going to)\b|[’']ll\b/i;
const maxSentence = 300;

/**
 * Returns the sentence of an abstract or comment in which the authors promise code; null if there is none. A sentence with an address is no
 * promise: it says where the code is.
 */
export function promiseOfCode(text: string): string | null {
  if (!mayPromise.test(text)) return null;
  for (const sentence of text.split(/(?<=[.!?])\s+(?=\P{Ll})|\n+/u)) {
    if (address.test(sentence)) continue;
    const [made, , after = ''] = isPromised.test(sentence) ? [sentence] : (weWill.exec(sentence) ?? []);
    const isOnlyMade = made !== undefined && /\bmake\b/i.test(made) && !new RegExp(available, 'i').test(`${made}${after}`);
    if (made !== undefined && !isOnlyMade) return sentence.trim().slice(0, maxSentence);
  }
  return null;
}
