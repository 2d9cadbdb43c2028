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
