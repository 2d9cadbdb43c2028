import { plainText, type RichText } from '#lib/platform/text/rich-text.ts';

/** The languages that can be selected for a work, as BCP 47 tags: ISO 639-1, and other scripts and languages that are frequent in works. */
const languageTags =
  `aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi
  fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky
  la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt pt-BR qu rm rn ro ru
  rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh
  zh-Hans zh-Hant zu ast chr fil grc haw hsb kab lij mis mul nds nap sco scn smj tpi tzm vec yue`.split(/\s+/);

const displayNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const nameOf = (tag: string): string =>
  tag === 'mis' ? 'Another language' : tag === 'mul' ? 'Several languages' : (displayNames.of(tag) ?? tag);

/** Tags and names, sorted by name. */
export const languages: readonly { tag: string; name: string }[] = languageTags
  .map((tag) => ({ tag, name: nameOf(tag) }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Names of languages in biblatex and babel that are no English names. */
const namesInTex =
  'ngerman:de germanb:de austrian:de naustrian:de swissgerman:de nswissgerman:de francais:fr acadian:fr canadien:fr american:en usenglish:en british:en ukenglish:en canadian:en australian:en newzealand:en brazil:pt-BR brazilian:pt-BR portuges:pt mexican:es magyar:hu polutonikogreek:el bahasai:id bahasam:ms norsk:nb nynorsk:nn'
    .split(' ')
    .map((entry) => entry.split(':') as [string, string]);
const tagsByName = new Map([...languages.map(({ tag, name }): [string, string] => [name.toLowerCase(), tag]), ...namesInTex]);
const knownTags = new Set(languageTags);
const maxNameCharacters = 30;
let tagsByOwnName: ReadonlyMap<string, string> | undefined;

/** Returns the tag of a language by its own name, such as "Deutsch". The names are looked up when one is needed first. */
function tagOfOwnName(name: string): string | undefined {
  tagsByOwnName ??= new Map(
    languageTags.map((tag) => [(new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? tag).toLowerCase(), tag]),
  );
  return tagsByOwnName.get(name);
}

/** Returns the tag of a language that a source writes as a tag, a three-letter code or a name; null if it is not in the list. */
export function languageTag(written: string): string | null {
  const text = written.trim().replaceAll('_', '-');
  const tagOfName = tagsByName.get(text.toLowerCase());
  if (tagOfName) return tagOfName;
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text);
    if (knownTags.has(tag)) return tag;
  } catch {
    // It is no tag.
  }
  return text.length < maxNameCharacters ? (tagOfOwnName(text.toLowerCase()) ?? null) : null;
}

/** English is the language of the interface; the other two name no language. */
const unmarkedTags = new Set(['en', 'mis', 'mul']);

const scriptsByCode = new Map([
  ['Hans', ['Hani']],
  ['Hant', ['Hani']],
  ['Jpan', ['Hani', 'Hira', 'Kana']],
  ['Kore', ['Hang', 'Hani']],
]);
const scriptPatterns = new Map<string, RegExp>();

/** Returns a pattern for one letter of the script in which a language is usually written. */
function scriptPatternOf(tag: string): RegExp {
  const known = scriptPatterns.get(tag);
  if (known) return known;
  const code = new Intl.Locale(tag).maximize().script ?? 'Latn';
  const scripts = (scriptsByCode.get(code) ?? [code]).map((script) => `\\p{Script=${script}}`);
  const pattern = new RegExp(`[${scripts.join('')}]`, 'u');
  scriptPatterns.set(tag, pattern);
  return pattern;
}

/**
 * Returns the tag to mark the title or abstract of a work with, if the work is known to be in another language than the interface. A text
 * without a letter of the language's script is not marked: it is a translation or a transliteration.
 */
export function markedLanguage(written: string | null, text: RichText | string): string | undefined {
  if (written === null) return undefined;
  const tag = languageTag(written) ?? languageTag(written.split(/[-_]/, 1)[0] ?? '');
  if (tag === null || unmarkedTags.has(tag)) return undefined;
  return scriptPatternOf(tag).test(typeof text === 'string' ? text : plainText(text)) ? tag : undefined;
}

/** Returns the tag to mark the title of a work with. */
export const titleLanguage = ({ title, language }: { title: RichText | null; language: string | null }): string | undefined =>
  title === null ? undefined : markedLanguage(language, title);

/** Returns the tag of a language; an unknown language is returned unchanged. */
export const tagOrWritten = (written: string | null): string | null => written && (languageTag(written) ?? written);

/** Returns the English name of a language; an unknown language is returned unchanged. */
export function languageInWords(written: string | null): string | null {
  const tag = written && languageTag(written);
  return tag ? nameOf(tag) : written;
}

/** Returns the name of a language with its tag; an unknown language is returned unchanged. */
export function languageName(written: string): string {
  const tag = languageTag(written);
  return tag === null ? written : `${nameOf(tag)} (${tag})`;
}
