import { contextKey, type NamedContext } from './names.ts';

/** An organisation of the ROR registry under one of its names. */
export interface KnownOrganisation {
  rorId: string;
  name: string;
  country: string | null;
  city: string | null;
  status: string;
  url: string | null;
  /** Kind of the name: 'name' | 'alias' | 'acronym' | 'domain'. */
  kind: string;
}

/** How an affiliation was matched to an organisation of the registry. The texts continue "matched to ROR …:". */
export const affiliationRules = {
  ror_name: 'the affiliation has its name in the registry, and no other active organisation there bears it',
  ror_alias: 'the affiliation has another of its names in the registry, and no other active organisation there bears it',
  ror_country: 'several organisations in the registry bear this name; the country in the affiliation tells which is meant',
  ror_acronym: 'the affiliation has its acronym, and its city or country beside it',
  ror_domain: 'the affiliation is a web domain that the registry states for this organisation alone',
} as const;
export type AffiliationRule = keyof typeof affiliationRules;

interface ParsedAffiliation {
  context: NamedContext;
  rule: AffiliationRule | null;
}

const maxPieces = 8;
const maxJoinedPieces = 3;
const maxPartCharacters = 300;

/** Splits a written affiliation at its semicolons, without duplicates. */
export const splitAffiliation = (affiliation: string): string[] => [
  ...new Set(
    affiliation
      .split(';')
      .map((part) => part.replace(/\s+/g, ' ').trim().slice(0, maxPartCharacters))
      .filter((part) => /\p{L}/u.test(part)),
  ),
];

const universityPattern =
  /universi|univerz|université|uniwersytet|institut\w* of technology|polytechni|politecni|technische|hochschule|eth zürich|école|school of economics|academia|akademi|academy of/i;
const organisationPattern =
  /\b(inc|ltd|llc|gmbh|corp|corporation|company|co|plc|s\.?a|ag|group|technologies|research|labs?|institut\w*|cent(er|re)|hospital|foundation|council|society|association|ministry|bank|college)\b/i;
const unitPattern =
  /^(the )?((graduate |state )?(department|dept|school|faculty|college|division|laboratory|lab|key lab\w*|section|unit|group|chair|program\w*|dipartimento|département|departamento|facult\w+|fakultät|institut(e|o)? (of|for|für) (computer|computational|information))\b)/i;
/** Names shared by several universities; the place after the comma identifies the university. */
const multiCampusName =
  /^(the )?(university of (california|colorado|hawaii|illinois|maryland|massachusetts|michigan|minnesota|missouri|nebraska|north carolina|tennessee|texas|wisconsin)|(indian|national) institute of technology|indian institute of information technology)$/i;
const noOrganisation =
  /^(freelancer?|independent|individual|unaffiliated|none|n\/?a|no affiliation|retired|self|mr|mrs|ms|miss|mx|dr|prof|research|r ?& ?d|research (and|&) development)$/i;
/** Written as degrees are: "BSC" is a supercomputing centre. */
const degreePattern = /^(P[hH]\.? ?D|D\.? ?Phil|M\.? ?Phil|[MB]\.? ?Sc|[MB]\.? ?Tech|[MB]\.? ?Eng|M\.? ?B\.? ?A)\.?$/;
/** Names of subjects as departments abbreviate them. */
const subjectPattern =
  /^(cse?|eecs|ece?|ee|nlp|ml|maths?|computer science|computational linguistics|linguistics|informatics|mathematics)$/i;
const rankWords =
  'adjunct|assistant|assoc(iate)?|full|visiting|emeritus|distinguished|senior|sr|junior|jr|principal|lead|staff|chief|head|post-?doc(toral)?|post|doctoral|ph\\.? ?d|m\\.? ?sc|b\\.? ?sc|m\\.? ?tech|b\\.? ?tech|masters?|bachelors?|(under)?graduate|independent|applied|research|data|machine|deep|learning|ml|nlp|ai|software|language|computational|freelance';
/** A rank, or what somebody does: "Assistant Professor", "MSc student", "Sr. Data Scientist", "Professor of Physics". */
const rankPattern = new RegExp(
  `^(((${rankWords})[\\s.]+)*(professor|prof|lecturer|reader|researcher|scholar|scientist|engineer|linguist|developer|consultant|fellow|candidate|intern|postdoc|faculty member)|[\\p{L}.&' ]*\\bstudent|((${rankWords})[\\s.]+)*professor (of|in|for) [\\p{L}& ]+)$`,
  'iu',
);
/** The legal form of a company at the start of a piece, and what follows it there: "Inc / University of Michigan". */
const legalFormPattern =
  /^((?:(?:pvt|pte|pty|co)\.? ?)?(?:inc(?:orporated)?|ltd|limited|llc|l\.l\.c|llp|corp|plc|g?gmbh|mbh|pvt|pte|pty|s\.a\.s?|s\.p\.a|s\.?r\.?l|b\.v|n\.v|k\.k))\.?(?:\s*[/&]?\s+(.*))?$/i;
/** Suffixes under which a country's institutions register: `ac.uk`. */
const sharedSuffixPattern = /^(ac|edu|co|com|gov|gob|gouv|go|org|or|net|ne|res)\.[a-z]{2}$/;
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;
const postalPattern = /\d{4,}|^p\.? ?o\.? box/i;

type PieceWeight = 0 | 1 | 2 | 3;
/** Returns how likely a piece is an organisation of its own: 3 a university or a company with its legal form, 2 another organisation, 1 a bare name, 0 a unit of one. */
function weightOf(piece: string): PieceWeight {
  if (unitPattern.test(piece) && !/universi/i.test(piece)) return 0;
  if (universityPattern.test(piece) || withoutLegalForm(piece) !== piece) return 3;
  return organisationPattern.test(piece) ? 2 : 1;
}

const countryAliases = Object.entries({
  US: ['usa', 'us', 'united states of america'],
  GB: ['uk', 'england', 'scotland', 'wales', 'northern ireland'],
  CN: ['pr china', 'p r china', 'peoples republic china', 'people s republic china'],
  HK: ['hong kong'],
  MO: ['macau'],
  KR: ['republic korea', 'korea'],
  CZ: ['czech republic'],
  TR: ['turkey'],
  AE: ['uae'],
  RU: ['russian federation'],
}).flatMap(([code, names]) => names.map((name): [string, string] => [name, code]));

/** Country codes by folded English name, from the runtime's locale data. */
const countryCodes = new Map(countryAliases);
const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
for (const one of letters) {
  for (const other of letters) {
    const name = regionNames.of(one + other);
    const key = name && contextKey('institution', name);
    if (key && !countryCodes.has(key)) countryCodes.set(key, one + other);
  }
}

const countryOf = (piece: string): string | undefined => countryCodes.get(contextKey('institution', piece));

interface AffiliationPieces {
  /** Pieces between commas that may name an organisation. */
  named: string[];
  country: string | null;
  /** Folded pieces, to be matched with a city. */
  keys: ReadonlySet<string>;
}

/** Returns what a piece says beyond a rank: "Scientist at Google" says Google. Null if that names no organisation. */
function withoutRank(piece: string): string | null {
  const [, rank = '', place] = /^(.*?)\s+(?:at|@)\s+(?:the )?(.+)$/i.exec(piece) ?? [];
  const text = place && isRank(rank) ? place : piece;
  return namesNone(removeBrackets(text)) ? null : text;
}

const namesNone = (text: string): boolean => isRank(text) || noOrganisation.test(text) || subjectPattern.test(text);

const isRank = (text: string): boolean => !universityPattern.test(text) && (rankPattern.test(text) || degreePattern.test(text));

/** Splits at commas. A legal form belongs to the piece before it, and names no organisation by itself. */
function splitAtCommas(part: string): string[] {
  const pieces: string[] = [];
  for (const each of part.split(',')) {
    const piece = each.replace(/^[\s.]+|[\s.]+$/g, '');
    const [, form, rest = ''] = legalFormPattern.exec(each.trim()) ?? [];
    if (form === undefined) pieces.push(piece);
    else {
      const at = pieces.findLastIndex((before) => countryOf(before) === undefined);
      if (at >= 0) pieces[at] = `${pieces[at]}, ${form}`;
      if (rest) pieces.push(rest.replace(/^[\s./&]+|[\s.]+$/g, ''));
    }
  }
  return pieces.filter((piece) => /\p{L}/u.test(piece)).slice(0, maxPieces);
}

const withoutLegalForm = (text: string): string => {
  const at = text.lastIndexOf(', ');
  return at > 0 && legalFormPattern.test(text.slice(at + 2)) ? text.slice(0, at) : text;
};

function splitPieces(part: string): AffiliationPieces {
  const pieces = splitAtCommas(part);
  const country = countryOf(pieces.at(-1) ?? '');
  const names = (country ? pieces.slice(0, -1) : pieces)
    .filter((piece, at) => at === 0 || !postalPattern.test(piece))
    .flatMap((piece) => withoutRank(piece) ?? []);
  return { named: names, country: country ?? null, keys: new Set(pieces.map((piece) => contextKey('institution', piece))) };
}

interface NameSpan {
  text: string;
  weight: PieceWeight;
  joined: number;
  at: number;
}

const removeBrackets = (text: string): string =>
  text
    .replace(/\s*\([^()]*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim() || text;

/**
 * Returns the possible names of the organisation, most likely first: universities before others, then joined neighbouring pieces before
 * single ones.
 */
function nameSpansOf({ named }: AffiliationPieces): NameSpan[] {
  const spans: NameSpan[] = [];
  const startsWithUnit = named.length > 1 && weightOf(named[0] ?? '') === 0;
  for (let at = 0; at < named.length; at += 1) {
    for (let joined = 1; joined <= maxJoinedPieces && at + joined <= named.length; joined += 1) {
      const text = removeBrackets(named.slice(at, at + joined).join(', '));
      const weight = Math.max(...named.slice(at, at + joined).map(weightOf)) as PieceWeight;
      // A bare name after the first piece is usually a place, unless the first piece is a department.
      if (weight > 1 || at === 0 || joined > 1 || (weight === 1 && startsWithUnit))
        for (const each of new Set([text, withoutLegalForm(text)])) spans.push({ text: each, weight, joined, at });
    }
  }
  return spans.sort((a, b) => b.weight - a.weight || b.joined - a.joined || a.at - b.at);
}

/** Returns the web domains that an affiliation consists of, from the longest: `ir.hit.edu.cn`, `hit.edu.cn`. */
export function domainsIn(part: string): string[] {
  const domain = part.trim().toLowerCase();
  if (!domainPattern.test(domain)) return [];
  const labels = domain.split('.');
  return labels
    .slice(0, -1)
    .map((_, at) => labels.slice(at).join('.'))
    .filter((each) => !sharedSuffixPattern.test(each));
}

/** Returns all keys under which the registry may contain an affiliation. */
export const organisationKeys = (part: string): string[] => [
  ...new Set(nameSpansOf(splitPieces(part)).map(({ text }) => contextKey('institution', text))),
];

/**
 * Matches one affiliation (a part of `splitAffiliation`). It is split at commas; a country at the end and postal codes are ignored. If a
 * piece, or joined neighbours, exactly equal a name or alias of one active organisation in the registry, that organisation matches. A
 * stated country must agree, and selects one of several. An acronym matches only with the organisation's city or country beside it. Without
 * a match, the result is the piece that most looks like an organisation of its own: a university before an institute or a company, and
 * those before a bare name.
 * @param organisationsByKey organisations by `contextKey` of their names
 * @returns null if no organisation is named: a department alone, "student", nothing
 */
export function parseAffiliation(
  part: string,
  organisationsByKey: ReadonlyMap<string, readonly KnownOrganisation[]>,
): ParsedAffiliation | null {
  const pieces = splitPieces(part);
  const spans = nameSpansOf(pieces);
  for (const { text } of spans) {
    const match = findOrganisation(organisationsByKey.get(contextKey('institution', text)) ?? [], pieces);
    if (match) return { context: institutionOf(match.organisation), rule: match.rule };
  }
  for (const domain of domainsIn(part)) {
    const owners = (organisationsByKey.get(domain) ?? []).filter(({ status, kind }) => status === 'active' && kind === 'domain');
    if (owners.length > 1) break;
    if (owners[0]) return { context: institutionOf(owners[0]), rule: 'ror_domain' };
  }
  const best = spans.find(({ joined }) => joined === 1);
  if (!best || best.weight === 0) return null;
  const campusSpan = spans.find(({ joined, at }) => joined === 2 && at === best.at && multiCampusName.test(best.text));
  const name = withoutLegalForm((campusSpan ?? best).text).replace(/^the\s+(?=\p{Lu})/iu, '');
  return { context: { kind: 'institution', nameKey: contextKey('institution', name), name, facts: {} }, rule: null };
}

/** Returns the keys of the institutions that an affiliation names, without the registry; none for a department, a rank or a degree alone. */
export const institutionKeys = (affiliation: string): string[] =>
  splitAffiliation(affiliation).flatMap((part) => parseAffiliation(part, new Map())?.context.nameKey ?? []);

function findOrganisation(
  rows: readonly KnownOrganisation[],
  { country, keys }: AffiliationPieces,
): { organisation: KnownOrganisation; rule: AffiliationRule } | null {
  const active = rows.filter(({ status, kind }) => status === 'active' && kind !== 'domain');
  const namedOrganisations = distinctOrganisations(active.filter(({ kind }) => kind !== 'acronym'));
  const inCountry = country === null ? namedOrganisations : namedOrganisations.filter((each) => each.country === country);
  const [only] = inCountry;
  if (only && inCountry.length === 1)
    return { organisation: only, rule: namedOrganisations.length > 1 ? 'ror_country' : only.kind === 'name' ? 'ror_name' : 'ror_alias' };
  if (namedOrganisations.length > 0) return null;
  const nearby = distinctOrganisations(active).filter(
    ({ city, country: organisationCountry }) =>
      (country !== null && organisationCountry === country) || (city !== null && keys.has(contextKey('institution', city))),
  );
  const [nearest] = nearby;
  return nearest && nearby.length === 1 ? { organisation: nearest, rule: 'ror_acronym' } : null;
}

/** Removes duplicate organisations, preferring a name to an alias. */
const distinctOrganisations = (rows: readonly KnownOrganisation[]): KnownOrganisation[] => [
  ...new Map(rows.toSorted((a, b) => Number(a.kind === 'name') - Number(b.kind === 'name')).map((row) => [row.rorId, row])).values(),
];

const institutionOf = ({ rorId, name, country, city, url }: KnownOrganisation): NamedContext => ({
  kind: 'institution',
  nameKey: `ror ${rorId}`,
  name,
  facts: { ror: rorId, ...(country && { country }), ...(city && { city }), ...(url && { url }) },
});
