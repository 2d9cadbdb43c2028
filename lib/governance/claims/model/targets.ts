import { done, type Outcome, refused } from '#lib/platform/outcome.ts';

/** URL templates for single files of repositories, by host: `{path}` is replaced by owner and name, `{file}` by the file. */
export type RepositoryHosts = ReadonlyMap<string, string>;

/** Parses the settings REPOSITORY_FILES and REPOSITORY_APIS: pairs `host=URL`, separated by spaces. */
export const repositoryHosts = (setting: string): RepositoryHosts =>
  new Map(
    setting.split(/\s+/).flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at > 0 ? [[pair.slice(0, at).toLowerCase(), pair.slice(at + 1)]] : [];
    }),
  );

const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Parses a domain, or a URL on it: returns it in lower case and punycode, without a trailing dot. Null if it is invalid. */
export function parseDomain(input: string): string | null {
  const text = input.trim().replace(/\.$/, '');
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { hostname, username, password } = new URL(address);
  const domain = hostname.replace(/^_peergraph\./, '');
  const labels = domain.split('.');
  const isValid =
    labels.length > 1 && domain.length <= 253 && labels.every((each) => domainLabel.test(each)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return isValid && username === '' && password === '' ? domain : null;
}

/**
 * Parses a public web address and removes its fragment. Requires https and a dot in the host name; `mayBeLocal` also allows `http:` for
 * tests.
 */
export function parsePageUrl(input: string, mayBeLocal = false): string | null {
  const text = input.trim();
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
 * Parses a repository URL on a known host: `https://host/owner/name`. Removes what follows (a branch, a file, `.git`). GitLab groups can be
 * nested, and end at `/-/`. Null if it is invalid.
 */
export function parseRepositoryUrl(input: string, hosts: RepositoryHosts): string | null {
  const text = input.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { host, pathname } = new URL(address);
  const canonicalHost = host.replace(/^www\./, '');
  if (!hosts.has(canonicalHost)) return null;
  const [repositoryPath = ''] = pathname.split('/-/');
  const parts = repositoryPath.split('/').filter((part) => part !== '');
  const path = (canonicalHost === 'gitlab.com' ? parts : parts.slice(0, 2)).map((part) => part.replace(/\.git$/, ''));
  if (path.length < 2 || path.length > 6 || path.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) return null;
  return `https://${canonicalHost}/${path.join('/')}`;
}

/** Compares repository URLs without regard to case, as hosts do. */
export const sameRepository = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Names of the token file; one of them suffices. */
export const tokenFiles = ['.peergraph-proof', 'peergraph-proof.txt'] as const;

/** Returns the URLs of a repository's token files. */
export function tokenFilesOf(repository: string, hosts: RepositoryHosts): string[] {
  const { host, pathname } = new URL(repository);
  const template = hosts.get(host);
  if (template === undefined) return [];
  return tokenFiles.map((file) => template.replace('{path}', pathname.slice(1)).replace('{file}', file));
}

/**
 * Shared hosts: control of such a domain does not identify a person whose works are there. Includes page hosts, where a released name can
 * be registered by somebody else.
 */
const sharedHosts = `
  arxiv.org doi.org aclanthology.org aclweb.org orcid.org github.com gitlab.com codeberg.org bitbucket.org huggingface.co zenodo.org
  osf.io openreview.net semanticscholar.org google.com wikipedia.org github.io gitlab.io codeberg.page pages.dev workers.dev netlify.app
  vercel.app web.app firebaseapp.com herokuapp.com azurewebsites.net readthedocs.io onrender.com fly.dev railway.app surge.sh glitch.me
  repl.co replit.app deno.dev webflow.io framer.website notion.site carrd.co jimdofree.com jimdosite.com strikingly.com mystrikingly.com
  godaddysites.com altervista.org 000webhostapp.com free.fr ghost.io bearblog.dev hashnode.dev blogger.com livejournal.com bitbucket.io
  sourceforge.net sourceforge.io gitee.com gitee.io kaggle.com overleaf.com figshare.com academia.edu researchgate.net dblp.org
  amazonaws.com cloudfront.net azureedge.net run.app appspot.com js.org is-a.dev duckdns.org dyndns.org no-ip.org ddns.net hopto.org
  afraid.org dynv6.net wordpress.com blogspot.com wixsite.com weebly.com squarespace.com medium.com substack.com tumblr.com neocities.org
  linkedin.com x.com twitter.com mastodon.social bsky.app bsky.social youtube.com facebook.com
`
  .trim()
  .split(/\s+/);

/** Public mail providers. An address there does not indicate an affiliation, even if the provider is in the registry. */
const publicMailProviders = new Set(
  (
    'gmail.com googlemail.com google.com yahoo.com yahoo.co.jp zoho.com outlook.com hotmail.com live.com icloud.com proton.me ' +
    'protonmail.com gmx.de gmx.net web.de t-online.de mail.ru yandex.ru qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net'
  ).split(' '),
);

/** Second-level domains of country registries: `ac.uk`, `edu.cn`, `gov.br`. */
const secondLevels =
  /^(ac|academy|asn|biz|co|com|ed|edu|go|gob|gouv|gov|govt|gub|gv|id|in|inf|info|k12|lg|ltd|mil|mod|ne|net|nhs|nic|nom|or|org|plc|res|sch|school|sci|web)\.[a-z]{2}$/;

/** Domains under which companies register names for others. A name there can lapse, and the registries above do not know it. */
const sharedSuffixes = new Set(
  (
    'eu.org us.org za.org uk.com us.com eu.com de.com br.com cn.com co.com gb.com hu.com jpn.com kr.com no.com ru.com sa.com se.com za.com ' +
    'in.net gb.net hu.net jp.net se.net uk.net com.de co.nl pp.ua nom.za'
  ).split(' '),
);

/**
 * Whether a domain belongs to nobody in particular: a public suffix or a public mail provider. The ROR registry lists some of them
 * (`edu.cn`, `ac.in`, `gov.uk`), which would assign all universities below to one organisation.
 */
export const isPublicDomain = (domain: string): boolean =>
  !domain.includes('.') || publicMailProviders.has(domain) || secondLevels.test(domain) || sharedSuffixes.has(domain);

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** Whether a domain is, contains or is below a shared host: a publisher, a registry or a code host. */
export const isSharedHost = (domain: string): boolean => sharedHosts.some((each) => isWithin(domain, each) || isWithin(each, domain));

/** Whether a URL is on a domain or a subdomain of it. The owner of a domain controls its subdomains. */
export function isOnDomain(domain: string, address: string): boolean {
  return URL.canParse(address) && isWithin(new URL(address).hostname.toLowerCase(), domain);
}

/**
 * Whether a page equals a URL or is below it, on the same host.
 * @param isShared whether the host has pages of many people; the URL must then have a path
 */
export function isPageBelow(address: string, page: string, isShared: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const [ownUrl, pageUrl] = [new URL(address), new URL(page)];
  const hostOf = ({ hostname }: URL): string => hostname.toLowerCase().replace(/^www\./, '');
  const folder = ownUrl.pathname.replace(/\/$/, '');
  if (hostOf(ownUrl) !== hostOf(pageUrl) || (isShared && folder === '')) return false;
  return (
    pageUrl.pathname === ownUrl.pathname || pageUrl.pathname.replace(/\/$/, '') === folder || pageUrl.pathname.startsWith(`${folder}/`)
  );
}

/** Returns a domain and its parent domains, longest first, down to two labels. */
export function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** Parses the target of a proof into its canonical form, or returns why it is invalid. */
export function parseTarget(
  kind: 'rel_me' | 'dns' | 'repository',
  input: string,
  { hosts, mayBeLocal }: { hosts: RepositoryHosts; mayBeLocal: boolean },
): Outcome<string, 'bad_page' | 'bad_domain' | 'bad_repository'> {
  const [target, code] =
    kind === 'dns'
      ? [parseDomain(input), 'bad_domain' as const]
      : kind === 'repository'
        ? [parseRepositoryUrl(input, hosts), 'bad_repository' as const]
        : [parsePageUrl(input, mayBeLocal), 'bad_page' as const];
  return target === null ? refused(code) : done(target);
}
