import { addressesIn } from '../addresses.ts';
import type { PrintedAddress } from '../model.ts';

/** Fields for the email addresses of authors. They are not standard BibTeX, but exports write them. */
const fieldNames = /^(?:authors?|corresponding_?(?:author)?)?[_+-]?e-?mails?$|^e-?mail[_-]?address(?:es)?$/i;

const latex = (text: string): string => text.replace(/\\([{}_&%#~])/g, '$1').replace(/\{(@)\}/g, '$1');

/** Parses biblatex's annotation of an author list, `author+an:email = {1="…"; 2="…"}`: the number is a position in the list. */
function annotated(text: string): PrintedAddress[] {
  return text.split(';').flatMap((part) => {
    const place = /^\s*(\d{1,4})\s*=/.exec(part)?.[1];
    return addressesIn(part).map((address) => ({ address, beside: place ? Number(place) - 1 : null }));
  });
}

/** Returns the distinct email addresses in the fields of an entry, apart from its author list. */
export function printedIn(fields: Readonly<Record<string, string | undefined>>): PrintedAddress[] {
  const found = new Map<string, PrintedAddress>();
  for (const [name, value] of Object.entries(fields)) {
    if (!value) continue;
    const here = /^author\+an(?::e-?mails?)?$/.test(name)
      ? annotated(latex(value))
      : fieldNames.test(name)
        ? addressesIn(latex(value)).map((address) => ({ address, beside: null }))
        : [];
    for (const each of here) if (found.get(each.address)?.beside == null) found.set(each.address, each);
  }
  return [...found.values()];
}
