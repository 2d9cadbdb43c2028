import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** Where a host's repositories hand out single files: `{path}` stands for owner and name, `{file}` for the file. */
export type RepositoryHosts = ReadonlyMap<string, string>;

/** Reads the settings REPOSITORY_FILES and REPOSITORY_APIS: pairs of host and address, parted by spaces. */
export const repositoryHosts = (setting: string): RepositoryHosts =>
  new Map(
    setting.split(/\s+/).flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at).toLowerCase(), pair.slice(at + 1)]] : [];
    }),
  );

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** A domain as somebody types it, or an address on it: in lower case and punycode, without a dot at its end. Null where it is none. */
export function domainTyped(typed: string): string | null {
  const text = typed.trim().replace(/\.$/, '');
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username, password } = new URL(address);
  const domain = hostname.replace(/^_peergraph\./, '');
  const labels = domain.split('.');
  const plain = labels.length > 1 && domain.length <= 253 && labels.every((each) => label.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return plain && username === '' && password === '' ? domain : null;
}

/** An address of the open web, without a fragment; a name without a dot is none. `http:` only where a test looks at this machine. */
export function pageTyped(typed: string, mayBeLocal = false): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (address.length > 500 || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isLocal = mayBeLocal && url.protocol === 'http:';
  if (!mayBeLocal && !url.hostname.includes('.')) return null;
  if ((url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}

/**
 * A repository by an address on one of the hosts that are known: `https://host/owner/name`. What follows (a branch, a file, `.git`) is
 * cut off; GitLab's groups may be several, and end at `/-/`. Null where it is no such address.
 */
export function repositoryTyped(typed: string, hosts: RepositoryHosts): string | null {
  const text = typed.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  const known = host.replace(/^www\./, '');
  if (!hosts.has(known)) return null;
  const [own = ''] = pathname.split('/-/');
  const parts = own.split('/').filter((part) => part !== '');
  const path = (known === 'gitlab.com' ? parts : parts.slice(0, 2)).map((part) => part.replace(/\.git$/, ''));
  if (path.length < 2 || path.length > 6 || path.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) return null;
  return `https://${known}/${path.join('/')}`;
}

/** Hosts read paths without regard to case, so addresses of one repository are compared so. */
export const sameRepository = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Names of the token's file, either will do. */
export const tokenFiles = ['.peergraph-proof', 'peergraph-proof.txt'] as const;

/** Where the token's file of a repository is read. */
export function tokenFilesOf(repository: string, hosts: RepositoryHosts): string[] {
  const { host, pathname } = new URL(repository);
  const template = hosts.get(host);
  if (template === undefined) return [];
  return tokenFiles.map((file) => template.replace('{path}', pathname.slice(1)).replace('{file}', file));
}

/**
 * Places that many people publish on: anyone who can answer for one of these domains is not thereby a person whose works are there. Hosts of
 * pages are among them: a name there can be registered again by somebody else.
 */
const everybodys = [
  'arxiv.org',
  'doi.org',
  'aclanthology.org',
  'aclweb.org',
  'orcid.org',
  'github.com',
  'gitlab.com',
  'codeberg.org',
  'bitbucket.org',
  'huggingface.co',
  'zenodo.org',
  'osf.io',
  'openreview.net',
  'semanticscholar.org',
  'google.com',
  'wikipedia.org',
  'github.io',
  'gitlab.io',
  'codeberg.page',
  'pages.dev',
  'workers.dev',
  'netlify.app',
  'vercel.app',
  'web.app',
  'firebaseapp.com',
  'herokuapp.com',
  'azurewebsites.net',
  'readthedocs.io',
  'onrender.com',
  'fly.dev',
  'railway.app',
  'surge.sh',
  'glitch.me',
  'repl.co',
  'replit.app',
  'deno.dev',
  'webflow.io',
  'framer.website',
  'notion.site',
  'carrd.co',
  'jimdofree.com',
  'jimdosite.com',
  'strikingly.com',
  'mystrikingly.com',
  'godaddysites.com',
  'altervista.org',
  '000webhostapp.com',
  'free.fr',
  'ghost.io',
  'bearblog.dev',
  'hashnode.dev',
  'blogger.com',
  'livejournal.com',
  'bitbucket.io',
  'sourceforge.net',
  'sourceforge.io',
  'gitee.com',
  'gitee.io',
  'kaggle.com',
  'overleaf.com',
  'figshare.com',
  'academia.edu',
  'researchgate.net',
  'dblp.org',
  'amazonaws.com',
  'cloudfront.net',
  'azureedge.net',
  'run.app',
  'appspot.com',
  'js.org',
  'is-a.dev',
  'duckdns.org',
  'dyndns.org',
  'no-ip.org',
  'ddns.net',
  'hopto.org',
  'afraid.org',
  'dynv6.net',
  'wordpress.com',
  'blogspot.com',
  'wixsite.com',
  'weebly.com',
  'squarespace.com',
  'medium.com',
  'substack.com',
  'tumblr.com',
  'neocities.org',
  'linkedin.com',
  'x.com',
  'twitter.com',
  'mastodon.social',
  'bsky.app',
  'bsky.social',
  'youtube.com',
  'facebook.com',
];

/** Mail for everybody: an address there says nothing of where somebody works, whichever company of the registry runs it. */
const mailForEverybody = new Set([
  'gmail.com',
  'googlemail.com',
  'google.com',
  'yahoo.com',
  'yahoo.co.jp',
  'zoho.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'mail.ru',
  'yandex.ru',
  'qq.com',
  '163.com',
  '126.com',
  'sina.com',
  'naver.com',
  'daum.net',
  'hanmail.net',
]);

/** Second levels under which a country's registry gives out domains to anybody of a kind: `ac.uk`, `edu.cn`, `gov.br`. */
const secondLevels =
  /^(ac|academy|asn|biz|co|com|ed|edu|go|gob|gouv|gov|govt|gub|gv|id|in|inf|info|k12|lg|ltd|mil|mod|ne|net|nhs|nic|nom|or|org|plc|res|sch|school|sci|web)\.[a-z]{2}$/;

/** Domains below which a company gives names out as a registry does: a name there can lapse, and the registries above know nothing of it. */
const sharedSuffixes = new Set(
  (
    'eu.org us.org za.org uk.com us.com eu.com de.com br.com cn.com co.com gb.com hu.com jpn.com kr.com no.com ru.com sa.com se.com za.com ' +
    'in.net gb.net hu.net jp.net se.net uk.net com.de co.nl pp.ua nom.za'
  ).split(' '),
);

/**
 * True where a domain is nobody's own: a public suffix, or mail for everybody. The registry lists some of them all the same (`edu.cn`,
 * `ac.in`, `gov.uk`), and taken at its word every university below would be that one organisation.
 */
export const isNobodys = (domain: string): boolean =>
  !domain.includes('.') || mailForEverybody.has(domain) || secondLevels.test(domain) || sharedSuffixes.has(domain);

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** True where a domain is a publisher's, a registry's or a host of code, or a part of one. */
export const isEverybodys = (domain: string): boolean => everybodys.some((each) => isWithin(domain, each) || isWithin(each, domain));

/** True where an address is on a domain or below it: who answers for a domain answers for what is below. */
export function isNamedBy(domain: string, address: string): boolean {
  return URL.canParse(address) && isWithin(new URL(address).hostname.toLowerCase(), domain);
}

/**
 * True where a page is an address or below it, on the same host.
 * @param isShared the host has pages of many people: then the address must name a folder
 */
export function isPageBelow(address: string, page: string, isShared: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const [named, shown] = [new URL(address), new URL(page)];
  const plain = ({ hostname }: URL): string => hostname.toLowerCase().replace(/^www\./, '');
  const folder = named.pathname.replace(/\/$/, '');
  if (plain(named) !== plain(shown) || (isShared && folder === '')) return false;
  return shown.pathname === named.pathname || shown.pathname.replace(/\/$/, '') === folder || shown.pathname.startsWith(`${folder}/`);
}

/** A domain and those above it, the longest first, down to two labels. */
export function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** What was typed for a kind of proof, as it is kept and compared, or why it cannot be used. */
export function targetTyped(
  kind: 'rel_me' | 'dns' | 'repository',
  typed: string,
  { hosts, mayBeLocal }: { hosts: RepositoryHosts; mayBeLocal: boolean },
): Outcome<string, 'bad_page' | 'bad_domain' | 'bad_repository'> {
  const [read, code] =
    kind === 'dns'
      ? [domainTyped(typed), 'bad_domain' as const]
      : kind === 'repository'
        ? [repositoryTyped(typed, hosts), 'bad_repository' as const]
        : [pageTyped(typed, mayBeLocal), 'bad_page' as const];
  return read === null ? refused(code) : done(read);
}
