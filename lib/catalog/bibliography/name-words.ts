import { isPlaceName } from './places.ts';

/**
 * Words that catalogues write in the place of names. Each table has one language or one kind of word per line; entries are compared in lower
 * case, without punctuation.
 */
const listOf = (table: string): string[] => table.split(/\s\|\s|\n/).flatMap((entry) => entry.trim() || []);

/** Returns a text in lower case with single spaces instead of punctuation. */
const foldWords = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Phrases that mean "nobody is named". */
const standInPhrases = new Set(
  listOf(`
    n n | nn | n a | s n | sn | s a | o v | o a | o verf | o autor | o d a | a n other | nomen nescio | sine nomine | sine auctore | tba | tbd | tbc
    author id | author name | author names | name | names | author | authors | first author | firstname lastname | first name last name
    first last | last first | given family | nobody | noone | no one | nil | null | none | undefined | void | empty | blank
    various | various authors | various artists | various contributors | several authors | multiple authors | many authors | different authors
    name withheld | names withheld | name withheld by request | withheld | redacted | deleted user | deleted author | deleted | private | confidential
    ed | eds | hrsg | second author | third author | last author | corresponding author | vvaa | aavv
    under double blind review | paper under double blind review | anonymous submission | blinded | blinded for review | blinded for peer review
    diverse | diverse autoren | diverse verfasser | verschiedene | verschiedene autoren | mehrere autoren
    vv aa | aa vv | autori vari | varios | varios autores | vários autores | vários | autores varios | divers auteurs | auteurs divers
    collectif d auteurs | diverse auteurs | diverse forfattere | flera författare | różni autorzy | kolektiv autorů | zbiorowe | praca zbiorowa
    коллектив авторов | колектив авторів | авторский коллектив | разные авторы | без автора | б а | б авт | автор не указан | автор неизвестен
    без подписи | 佚名 | 无名氏 | 無名氏 | 匿名 | 不详 | 不詳 | 作者不详 | 作者不詳 | 著者不明 | 作者不明 | 作者未知 | 未知 | 未署名 | 无 | 無 | 不明 | 読人知らず | 読み人知らず | 無名
    미상 | 작자 미상 | 작자미상 | 저자 미상 | 저자미상 | 익명 | 무명 | 무명씨
    مجهول | مؤلف مجهول | مجهول المؤلف | غير معروف | بدون مؤلف | بلا مؤلف | אנונימי | לא ידוע | אלמוני | מחבר לא ידוע
    unac | unal | unap | unas | unav | unkn
  `),
);

/** Words that mean "unknown" by themselves; with further words of `fillerWords` or an initial they still name nobody. */
const strongWords = new Set(
  listOf(`
    anonymous | anonymus | anonymously | anonymised | anonymized | unknown | unnamed | unidentified | unattributed | unspecified | untitled
    anonym | anonyme | unbekannt | unbekannte | unbekannter | ungenannt | ungenannter | anonymer
    inconnu | inconnue | inconnus | anónimo | anonimo | anónima | anonima | desconocido | desconocida | desconhecido | desconhecida | anônimo | anônima
    sconosciuto | sconosciuta | ignoto | ignota | ignoti | onbekend | onbekende | anoniem | okänd | ukjent | ukendt | tuntematon | nimetön
    neznámý | neznámy | neznamý | nieznany | nieznana | anonimowy | nepoznat | nepoznati | necunoscut | ismeretlen | névtelen | bilinmiyor | bilinmeyen | anonim
    аноним | анонимный | неизвестен | неизвестный | неизвестно | невідомий | анонім | неизвестен | άγνωστος | ανώνυμος
  `),
);

/** Words that name nobody only without another word. */
const weakWords = new Set(
  listOf(
    'anon | null | none | undefined | na | nil | not | no | without | ohne | sans | sin | sem | senza | zonder | kein | keine | aucun',
  ),
);

/** Words that may be beside the words above. */
const fillerWords = new Set(
  listOf(`
    author | authors | auth | name | names | named | person | persons | people | writer | contributor | contributors | creator | creators | artist | user | id | ids
    the | of | by | is | are | first | last | given | family | listed | available | known | provided | supplied | specified | stated | identified | applicable
    found | found | indicated | entered | assigned | recorded | set | yet | to | be | announced | determined | acl | submission | account
    autor | autoren | autorin | verfasser | verfasserin | verfassers | angabe | angaben | name | namen | bekannt | genannt | auteur | auteurs | nom | autora | autore | autori | autores | nombre | nome
    schrijver | forfatter | författare | tekijä | szerző | yazar | автор | авторы | автора | συγγραφέας | informado | identificado | especificado | disponible | disponível
  `),
);

/** Words of titles and of the parts of proceedings. None of them is a usual surname. */
const documentWords = new Set(
  listOf(`
    workshop | workshops | tutorial | tutorials | proceedings | keynote | keynotes | preface | foreword | abstracts | sponsors | organizers | organisers
    reviewers | chairs | appendix | bibliography | acknowledgements | acknowledgments | introduction | conclusion | references | contents | demonstrations
    based | using | towards | toward | via | approach | approaches | method | methods | evaluation | evaluating | analysis | alignment | parallel | corpus | corpora
    dataset | datasets | language | languages | linguistic | linguistics | computational | processing | translation | multilingual | monolingual | learning | training
    recognition | detection | generation | retrieval | classification | annotation | annotated | extraction | summarization | semantic | semantics | syntactic
    neural | statistical | automatic | automated | models | modelling | modeling | parsing | knowledge | representation | prediction | applications | framework
    comparative | improving | exploring | understanding | investigating | introducing | large-scale
  `),
);

const initial = /^\p{L}$/u;
/** The name of an account, as submission systems give it when the person has stated no name: "liusx14". */
const accountName = /^(?=[^\d]*\d)[\p{Ll}\d._-]+$/u;

/**
 * Returns true if a text is in the place of a name and names nobody: "Anonymous", "N.N.", "[s.n.]", "Unknown Author", "(:unav)", a number, a
 * country, a title. The order of the words does not matter, because catalogues turn names round ("Listed, No Authors"). A single word that
 * is none of these may be the whole name of a person.
 */
export function isStandIn(text: string): boolean {
  if (!/\p{L}/u.test(text) || accountName.test(text.trim())) return true;
  const folded = foldWords(text);
  const words = folded.split(' ');
  if (isDocumentTitle(words) && !isOrganisationName(text)) return true;
  if (words.length > 6) return false;
  if (folded === 'nan') return /^[^\p{L}]*(?:nan|NaN|NAN)[^\p{L}]*$/u.test(text);
  if (folded === 'na') return /^[^\p{L}]*n[^\p{L}]*[aA][^\p{L}]*$|^[^\p{L}]*NA[^\p{L}]*$/u.test(text);
  // "V.V.A.A.": several authors, as Italian catalogues write it.
  if (words.length > 2 && /^(?:vvaa|aavv)$/.test(words.join(''))) return true;
  if (standInPhrases.has(folded)) return folded.length > 2 || !/^[^\p{L}]*\p{Lu}\p{Ll}[^\p{L}]*$/u.test(text);
  if (words.length > 1 && standInPhrases.has(words.toReversed().join(' '))) return true;
  if (words.some((word) => strongWords.has(word)))
    return words.every((word) => strongWords.has(word) || weakWords.has(word) || fillerWords.has(word) || initial.test(word));
  if (words.some((word) => weakWords.has(word)))
    return words.length === 1
      ? !['no', 'not', 'sin', 'sans', 'na', 'sem'].includes(folded)
      : words.every((word) => weakWords.has(word) || fillerWords.has(word));
  return isPlaceName(folded);
}

/** Returns true if the words are those of a title or of a part of proceedings: all of them, or at least two that are nobody's surname. */
function isDocumentTitle(words: readonly string[]): boolean {
  const found = words.filter((word) => documentWords.has(word)).length;
  return found > 1 || (found === 1 && words.every((word) => documentWords.has(word) || fillerWords.has(word)));
}

/** Marks of the rest of a list, written after a name or alone, as patterns without the final full stop. */
const restPatterns = listOf(String.raw`
  et\.?\s*al(?:ii|iae|ia|\.)? | and\s+al | &\s*al | et\s+coll? | and\s+(?:many\s+)?others | and\s+other\s+(?:authors|people|contributors)
  and\s+(?:colleagues|co-?workers|co-?authors|collaborators|many\s+more|more) | \+?\s*\d+\s+(?:more|others?|further|additional|other)(?:\s+\w+){0,3} | \+\s*\d+
  u\.\s?a | u\.\s?v\.\s?a | und\s+(?:andere|weitere)(?:\s+\w+)? | et\s+autres | et\s+d['’]autres | y\s+otr[oa]s | y\s+cols? | y\s+colaboradores
  e\s+outr[oa]s | e\s+cols? | e\s+colaboradores | ed?\s+altri | e\s+collaboratori | en\s+anderen | e\.\s?a | i\s+inni? | i\s+in | i\s+wsp | a\s+kol | a\s+další | a\s+iní
  i\s+dr(?:ugi)? | i\s+sur | i\s+sar | i\s+suradnici | и\s+др(?:угие)? | и\s+соавт(?:оры)? | и\s+съавт | та\s+ін(?:ші)? | і\s+інші? | ve\s+(?:ark(?:adaşları)?|diğerleri|diğ) | v\.\s?d
  m\.\s?fl | o\.\s?fl | och\s+andra | med\s+flera | og\s+andre | m\.\s?m | ja\s+muut | ym | és\s+(?:mtsai|társai|mások) | [sșş]i\s+(?:al[tțţ]ii|colab) | ș\.\s?a
  και\s+(?:άλλοι|συν) | κ\.\s?[άα] | dkk | dan\s+lainnya | và\s+cộng\s+sự | وآخرون | و\s?آخرون | ואחרים | ואח['׳]? | \[?\.\.\.\]? | …
`);

const restAlternatives = restPatterns.join('|');
const restAfterName = new RegExp(`(?:^|[\\s,;])[\\s,;&]*[\\[(]?\\s*(?:${restAlternatives})\\s*\\.?\\s*[\\])]?\\.?$`, 'iu');
/** In scripts without spaces, the mark follows directly; those that also end names need a space or a comma. */
const eastAsianRest =
  /(?<=\p{Script=Han}|[\s,，、]|^)等人?$|(?:^|[\s,，、])(?:他|ほか|外|외|等)(?:\s*\d+\s*[名人명])?$|\s*외\s*\d+\s*[인명]$|ほか(?:\s*\d+\s*名)?$/u;
const bareRest =
  /^(?:[Oo]thers\.?|OTHERS|[Ee]tc\.?|[Aa]l\.?,\s*[Ee]t|et|al|al\.|[Oo]ther [Aa]uthors|colleagues|co-?workers|co-?authors|andere|autres|otros|outros|altri|anderen|др\.?)$/u;
const dataCiteRest = /^\(?:etal\)?$/i;

/** No mark is longer. The patterns look at the end of a text alone, with single spaces: their time grows with a power of what they look at. */
const maxRestCharacters = 200;

/** Returns where the end of a text begins that has so many characters without spaces. */
function startOfEnd(text: string, characters: number): number {
  let start = text.length;
  for (let left = characters; left > 0; start -= 1) if (!/\s/u.test(text.charAt(start - 1))) left -= 1;
  return start;
}

/** Returns a text without a mark for the rest of the list at its end ("Ann Fable et al."); null if it has none. */
export function withoutRestMark(text: string): string | null {
  const written = text.trim();
  if (bareRest.test(written) || dataCiteRest.test(written)) return '';
  const start = Math.max(0, written.length - maxRestCharacters);
  const end = written.slice(start).replace(/\s+/gu, ' ');
  const found = eastAsianRest.exec(end) ?? restAfterName.exec(end);
  if (!found || (start > 0 && found.index === 0 && !/^[\s,;]/u.test(end))) return null;
  // In capitals, these letters are initials: "E. A.", "U.A. Moss".
  if (/^[\s,;&]*\p{Lu}\.?\s?\p{Lu}?\.?$/u.test(found[0])) return null;
  return written
    .slice(0, startOfEnd(written, found[0].replaceAll(' ', '').length))
    .replace(/(?:^|\s)(?:and|und|et|y|e|en|и)\s*$/u, '')
    .replace(/(?<![\s,;&])[\s,;&]+$/u, '');
}

/** Words of organisations in any position. A word after `-` is the ending of a longer one (Bundesamt). */
const organisationWords = listOf(`
  university | universities | universit[éeàay] | universität | universiteit | universitet(?:et)? | universidad(?:e)? | universitat | uniwersytet | univerzita | univerzitet | üniversitesi | yliopisto | egyetem
  institute | institutes | instituto | istituto | institut | institutt | instituut | instytut | enstitüsü | intézet | institution
  department | departments | département | departamento | dipartimento | departement | abteilung | faculty | faculté | facultad | faculdade | fakultät
  ministry | ministère | ministerio | ministério | ministero | ministerium | ministerie | departementet | bakanlığı | committee
  commission | comisión | comissão | commissione | kommission | consortium | consorcio | konsortium | collaboration | association | associação | asociación | associazione | verein | vereniging | verband
  society | société | sociedad | sociedade | società | gesellschaft | foundation | fondation | fundación | fundação | fondazione | stiftung | stichting | federation | fédération
  organi[sz]ation | organisations | organización | organização | organizzazione | organisatie | corporation | incorporated | gmbh | ltd | llc | inc | plc | pty
  laboratory | laboratories | laboratoire | laboratorio | laboratório | laboratorium | labs | academy | académie | academia | accademia | akademie | akademia | akademi
  museum | musée | museo | museu | library | bibliothèque | biblioteca | bibliothek | archives | observatory | observatoire | observatorio | parliament | parlement | government | gouvernement | gobierno
  directorate | secretariat | authority | agency | agence | agencia | agência | agenzia | administration | bundesamt | taskforce | editorial | redaktion | redacción | redazione | rédaction
  hospital | hospitals | college | school | schools | clinic | clinics | klinik | klinikum | center | centre | centres | centers | universitas | consorzio | azienda | unidade | unité | équipe | fund | command
  research | sciences | technology | technologies | systems | national | international | pharmaceuticals | software | engineering | education | development | management | information | ministries | solutions | healthcare
  initiative | programme | working-group | steering | collectif | colectivo | kollektiv | coalition | network | netzwerk | observatoire | hochschule | écoles? | escuela | escola | scuola
`);
const organisationEndings = listOf(`
  (?<=\\p{L}{3})(?:amt|ämter|verband|verein|institut|zentrum|gesellschaft|universität|hochschule|akademie|ministerium|museum|bibliothek|anstalt|behörde|kommission|stiftung|laboratorium|klinikum|styrelsen|verket|institutt|universitet|laitos|virasto|instituut|universiteit)
`);
const organisationElsewhere =
  /大学|大學|研究所|研究院|研究室|委员会|委員会|委員會|协会|協会|協會|学会|學會|编辑部|編集部|編輯部|课题组|实验室|公司|株式会社|センター|機構|机构|银行|省$|대학교|연구소|연구원|학회|협회|위원회|университет|институт|министерство|академия|комитет|общество|лаборатория|центр(?!\p{L})|организация|ассоциация|федерация|управление|издательство|جامعة|معهد|وزارة|جمعية|منظمة|אוניברסיט|מכון|Πανεπιστήμιο|Ινστιτούτο|विश्वविद्यालय/iu;
/** Words that are surnames as well: they mark a group after an article or among at least three words without an initial. */
const weakOrganisationWords = listOf(
  `office | press | service | services | servicio | serviço | bureau | board | union | council | group | groups | team | staff | project | survey | centro | zentrum | club | company | bank | alliance | agency | community | conference | division | unit | section | studio | lab`,
);
/** Words that no personal name has between its parts. */
const organisationJoiners = /(?<=\s)(?:of|for|für|pour|voor|för|dla|для)(?=\s)/u;

const wholeWord = (words: readonly string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const organisationWord = wholeWord(organisationWords);
const organisationEnding = new RegExp(`${organisationEndings.join('|')}(?!\\p{L})`, 'iu');
const weakOrganisationWord = wholeWord(weakOrganisationWords);
const lastGroupWord =
  /\b(?:team|group|consortium|collaboration|committee|community|project|initiative|organi[sz]ation|association|society)$/i;
const firstGroupWord =
  /^(?:the\s+)?(?:centre|center|centro|zentrum|servicio|serviço|bureau|office|bank|union|council|board|division|conference)\s/i;
/** Editors without a name: a group. */
const unnamedGroup = /^(?:the\s+)?(?:editors?|editorial(?:\s+(?:board|staff|team|office|committee))?|staff(?:\s+writers?)?)$/i;
/** "OECD", "UNESCO": one word in capitals. Among 225,000 authors, no person has such a name. */
const acronym = /^[A-Z][A-Z0-9-]*[A-Z][A-Z0-9-]+$|^[A-Z][a-z]+[A-Z]{2,}$/;
const capitals = /^[A-Z0-9/&.-]{2,}$/;
/** "SE/CM", "A3": no word of a name. */
const codeWord = /^[A-Z]{2,}\/[A-Z]{2,}$|^[A-Z]\d+$/;
/** "Translated.net" */
const domainName = /^\p{L}[\p{L}\d-]{2,}\.(?:com|net|org|edu|gov|io|co|eu)$/iu;
/** Organisations of one word that publish reports, software and data. */
const knownOrganisations = new Set(
  listOf(`google | microsoft | deepmind | deepseek | anthropic | facebook | nvidia | huawei | baidu | alibaba | tencent | unicef | eurostat | europol
    interpol | greenpeace | wikipedia | wikimedia | mozilla | bloomberg | reuters | qwen | kaggle | github | zenodo | figshare
    symantec | samsung | yahoo | xerox | nokia | toshiba | fujitsu | hitachi | yandex | sogou | bytedance | tiktok | linkedin | airbnb | netflix | spotify
    salesforce | grammarly | duolingo | databricks | elsevier | wikidata | unilever | capgemini | accenture | verizon | vodafone | ericsson | zalando
    paypal | walmart | motorola | panasonic | qualcomm | logitech | lexisnexis | systran | linguatec | inria | inalco | caltech | tsinghua | openreview`),
);
const isKnownOrganisation = (word: string | undefined): boolean => word !== undefined && knownOrganisations.has(word.toLowerCase());
/** "Huawei Shen" is a person. */
const givenNameToo = /^(?:huawei|baidu|bloomberg|reuters)\s/i;
/** "ARC A3", "TIPSTER SE/CM" */
const isCode = (words: readonly string[]): boolean =>
  words.every((word) => capitals.test(word)) && words.some((word) => codeWord.test(word));
const initialInName = /(?:^|\s)\p{Lu}\.?(?=\s|$)/u;

/**
 * Returns true if a name is that of a group or an organisation: "World Lamp Office", "University of X", "Lamp Team", "OECD". Another single
 * word does not count, because people with one name exist.
 */
export function isOrganisationName(name: string): boolean {
  const text = name.trim();
  if (organisationElsewhere.test(text)) return true;
  const words = text.split(/\s+/);
  if (unnamedGroup.test(text) || isCode(words)) return true;
  if (words.length < 2)
    return organisationEnding.test(text) || acronym.test(text) || domainName.test(text) || knownOrganisations.has(text.toLowerCase());
  if (lastGroupWord.test(text)) return true;
  if (/,?\s(?:inc|ltd|llc|gmbh|corp|plc|pty)\.?$/i.test(text)) return true;
  if (/,\s*\p{L}/u.test(text) && words.length === 2) return false;
  if (words.some(isKnownOrganisation) && weakOrganisationWord.test(text)) return true;
  if (isKnownOrganisation(words[0]) && !givenNameToo.test(text)) return true;
  if (organisationWord.test(text) || organisationEnding.test(text) || organisationJoiners.test(text)) return true;
  return words.length >= 3 && (weakOrganisationWord.test(words.at(-1) ?? '') || firstGroupWord.test(text)) && !initialInName.test(text);
}

/** Returns true if a name that a source does not split (`literal` of CSL) is that of a group. */
export const isOrganisationLiteral = (name: string): boolean =>
  isOrganisationName(name) ||
  (/\s/.test(name.trim())
    ? wholeWord(weakOrganisationWords).test(name) || /[&\d]/.test(name) || /\sand\s/.test(name)
    : /^\p{Lu}{3,}$/u.test(name.trim()));

/** Removes the space that line breaks leave in a version number: "GLM-4. 5 Team" → "GLM-4.5 Team". */
export const tidyOrganisationName = (name: string): string =>
  name
    .replace(/(\d)\.\s+(?=\d)/g, '$1.')
    .replace(/\s+/g, ' ')
    .trim();

/** Particles of family names, in lower case. */
const particles = new Set(
  listOf(
    `von | vom | van | de | del | della | delle | dello | dei | degli | dell | da | das | dal | dalla | do | dos | du | des | d | di | der | den | ten | ter | te | zu | zum | zur | und | la | le | les | lo | los | las | el | al | bin | ibn | bint | ben | af | av | auf | op | in | ’t | 't | 's | ’s | y | e | i | z | ze | zur | thor | vander | vande | st | sint | mac | fitz | ap | ab | abu | abd | dela | delos`,
  ),
);

/** Returns true if a word is a particle of a family name: "von", "de", "d’", "'t". */
export const isParticle = (word: string): boolean =>
  particles.has(word) || /^(?:d|l|dell|all)['’]$/u.test(word) || /^(?:al|el)-$/.test(word);
