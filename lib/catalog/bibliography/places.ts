/** Languages of scholarly records whose names of countries are nobody's name, unlike the short ones of Chinese, Korean and Vietnamese. */
const languages = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ru', 'ja'];

/** Names of countries that are also whole names of people. */
const peopleToo = new Set([
  'chad',
  'jordan',
  'georgia',
  'israel',
  'kenya',
  'malta',
  'mali',
  'togo',
  'cuba',
  'kuba',
  'ireland',
  'jersey',
  'holland',
  'irene',
  'samoa',
  'oman',
]);

/** Places that addresses end with, beside countries. None of them is a usual name of a person. */
const otherPlaces = [
  ...[
    'usa',
    'u s a',
    'u s',
    'uk',
    'u k',
    'uae',
    'u a e',
    'prc',
    'p r c',
    'ussr',
    'united states of america',
    'england',
    'scotland',
    'wales',
    'great britain',
    'korea',
  ],
  ...['hong kong', 'macau', 'macao', 'burma', 'czech republic', 'russian federation', 'vatican', 'europe', 'africa', 'latin america'],
  ...['north america', 'south america', '中国', '中華人民共和国', '韓国', '台湾', '台灣', '대한민국', '한국', '중국'],
  ...[
    'beijing',
    'shanghai',
    'shenzhen',
    'guangzhou',
    'hangzhou',
    'nanjing',
    'wuhan',
    'chengdu',
    'tianjin',
    'tokyo',
    'osaka',
    'kyoto',
    'seoul',
  ],
  ...['daejeon', 'busan', 'taipei', 'hsinchu', 'bangkok', 'jakarta', 'hanoi', 'new delhi', 'mumbai', 'bangalore', 'bengaluru', 'hyderabad'],
  ...[
    'kolkata',
    'karachi',
    'lahore',
    'islamabad',
    'dhaka',
    'tehran',
    'istanbul',
    'ankara',
    'moscow',
    'st petersburg',
    'saint petersburg',
    'kyiv',
  ],
  ...[
    'warsaw',
    'prague',
    'budapest',
    'bucharest',
    'zurich',
    'zürich',
    'münchen',
    'munich',
    'stuttgart',
    'frankfurt',
    'heidelberg',
    'copenhagen',
  ],
  ...[
    'stockholm',
    'helsinki',
    'amsterdam',
    'utrecht',
    'brussels',
    'lisbon',
    'barcelona',
    'grenoble',
    'toulouse',
    'new york',
    'los angeles',
  ],
  ...[
    'san francisco',
    'san diego',
    'pittsburgh',
    'philadelphia',
    'montreal',
    'montréal',
    'vancouver',
    'são paulo',
    'rio de janeiro',
    'cairo',
  ],
  ...['buenos aires', 'johannesburg', 'cape town', 'nairobi', 'melbourne', 'california', 'massachusetts', 'pennsylvania', 'new jersey'],
];

const before = /^(?:(?:the|f r|p r|fr|pr|federal republic of|peoples republic of|republic of|kingdom of) )+/u;

let places: Set<string> | undefined;

/** Returns the names of all countries and territories of ISO 3166 in lower case without punctuation, from the data of the runtime. */
function placeNames(): Set<string> {
  if (places) return places;
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const names = languages.flatMap((language) => {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    return codes.flatMap((code) => regions.of(code)?.split(/[()（）]/) ?? []);
  });
  const folded = names.map((name) =>
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim(),
  );
  places = new Set([...folded.filter((name) => name.length > 2), ...otherPlaces]);
  for (const name of peopleToo) places.delete(name);
  return places;
}

/**
 * Returns true if a text is the name of a country or a large city, or of both, as it is left of an address: "canada", "f r germany",
 * "china beijing". Names that are people's as well are none.
 * @param folded in lower case, with single spaces instead of punctuation
 */
export function isPlaceName(folded: string): boolean {
  const isOne = (text: string): boolean => placeNames().has(text) || placeNames().has(text.replace(before, ''));
  if (isOne(folded)) return true;
  const words = folded.split(' ');
  return words.some((_, at) => at > 0 && isOne(words.slice(0, at).join(' ')) && isOne(words.slice(at).join(' ')));
}
