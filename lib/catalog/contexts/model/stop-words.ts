const wordSet = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').trim().split(/\s+/));

/** Function words, folded: no phrase starts or ends with one. English, French, German, Spanish, Portuguese, Italian. */
export const stopWords = wordSet(
  `a an and are as at be been being but by can cannot could did do does doing for from had has have having he her his how i if in into is
  it its let made make may me might more most much must my no nor not of on once one only or our out over own per s same she should so
  some still such t than that the their them then there these they this those through to too toward towards two until up us versus via vs
  was we were what when where whether which while who whom whose why will with within without would yes yet you your about above across
  after against all along also although am among amongst any around because before behind below beneath beside besides between beyond
  both during each either else ever every few further get go goes going here just like many off onto other others rather since under
  underneath unlike upon very three four five six seven eight nine ten first second third`,
  `la le les de des du d l un une et en pour par sur dans au aux est sont que qui ou avec sans vers entre ce ces cette son sa ses leur leurs
  partir quel quelle comment plus nous vous il elle on ne pas se si chez comme lors`,
  'der die das den dem des ein eine einer eines und im von zu zur zum mit fur auf aus bei als nach uber',
  'el los las del y e o con para por um uma do da dos das no na nos nas em ao os lo gli di dei della nel nella',
);

/** Words about papers themselves, in the singular: they surround a topic, but name none. */
export const publicationStopWords = wordSet(
  `use using used usage based basis approach method methodology novel new study studied case paper introduction introducing overview review
  improving improve improved improvement better best good simple simpler effective effectively efficient efficiently fast faster
  preliminary report result experiment experimental investigate investigation investigating explore exploring exploration exploratory
  analyze analyse analyzing analysing apply applied applying application issue problem technique evaluate evaluating compare comparing
  comparison comparative unified general generic automatic automated automatically automating automate leverage leveraging exploit
  exploiting understand making build building create creating creation develop developing development enhance enhancing enhanced boost
  boosting extend extending extended combine combining combination integrate integrating integration incorporate incorporating add adding
  need help helping matter workshop proceeding volume year state art team submission university participation participant description
  track lesson learned perspective challenge opportunity future direction recent advance current work working proposal demonstration demo
  abstract panel session invited talk tutorial special obituary book preface editorial letter`,
  `detecting identifying predicting generating classifying extracting recognizing measuring assessing finding solving handling dealing
  designing design implementing implementation toolkit framework architecture platform tool project initiative attempt step way look view
  thing aspect impact effect influence importance evidence insight various different multiple several certain possible potential joint
  jointly hybrid robust strong scalable really bridging assist assisted aided aware driven guided oriented enriched informed enabled
  powered inspired supported independent real next shared task subtask semeval`,
);

/** Words allowed inside a phrase of three words: part of speech, text to speech, chaîne de Markov. */
export const innerStopWords = wordSet('of to de du des d');
