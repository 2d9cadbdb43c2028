import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';
import { freePort } from '../postgres.ts';
import { bodyOf, stopServer } from './web.ts';

/** A work on an ORCID record. */
export interface OrcidWork {
  title: string;
  doi?: string;
  arxiv?: string;
  contributors?: string[];
  /** The whole author list, in order, instead of `contributors`. `signsAs` is among them. */
  authors?: string[];
  year?: number;
  venue?: string;
  /** Name of the organisation that asserted the work (default: Crossref), or null for the holder of the iD. */
  assertedBy?: string | null;
  /** Credit name of the contributor with the iD. */
  signsAs?: string;
  /** Registration date of the iD, YYYY-MM-DD. Only read from the first work. */
  registeredOn?: string;
  /** URLs that the holder has listed, with the date of each. Only read from the first work. */
  urls?: { url: string; addedOn: string }[];
  /** Name of the holder. Only read from the first work. */
  holder?: string;
  /** Employment that the employer itself has asserted. Only read from the first work. */
  employer?: { name: string; rorId: string };
}

/** ORCID on loopback: an OpenID Connect server, and the part of the public API 3.0 that claims read. */
export interface TestOrcid {
  url: string;
  /** Settings that connect an instance to this server. */
  env: Record<
    'ORCID_CLIENT_ID' | 'ORCID_CLIENT_SECRET' | 'ORCID_ISSUER' | 'ORCID_API_URL' | 'CROSSREF_API_URL' | 'DATACITE_API_URL',
    string
  >;
  /** Sets the works of an ORCID record. Over HTTP: PUT /told/<iD> with the works as JSON. */
  setWorks(orcid: string, works: OrcidWork[]): void;
  stop(): Promise<void>;
}

const clientId = 'APP-PEERGRAPHTEST';
const clientSecret = 'a-secret-of-the-test-server';

export async function startOrcid({ redirectUri }: { redirectUri: string }): Promise<TestOrcid> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const worksByOrcid = new Map<string, OrcidWork[]>();
  const provider = providerAt(url, redirectUri, (orcid) => worksByOrcid.get(orcid)?.[0]?.holder);
  const openid = provider.callback();
  const server = createServer((request, response) => {
    answer(request, response, { provider, worksByOrcid, openid }).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  return {
    url,
    env: {
      ...{ ORCID_CLIENT_ID: clientId, ORCID_CLIENT_SECRET: clientSecret, ORCID_ISSUER: url, ORCID_API_URL: `${url}/v3.0` },
      // These registries know no DOI.
      ...{ CROSSREF_API_URL: `${url}/crossref`, DATACITE_API_URL: `${url}/datacite` },
    },
    setWorks: (orcid, works) => void worksByOrcid.set(orcid, works),
    stop: () => stopServer(server),
  };
}

function providerAt(url: string, redirectUri: string, holderOf: (orcid: string) => string | undefined): Provider {
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    // ORCID includes the names in the ID token.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'given_name', 'family_name'] },
    pkce: { required: () => true },
    cookies: { keys: ['a-key-of-the-test-server'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/signin/${interaction.uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, given_name: 'Person', family_name: holderOf(id) ?? id.slice(-4) }),
    }),
    // Grants consent without asking.
    async loadExistingGrant(context) {
      const { client, session } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new context.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid');
      await grant.save();
      return grant;
    },
  });
  return provider;
}

interface OrcidServer {
  provider: Provider;
  worksByOrcid: Map<string, OrcidWork[]>;
  openid: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

async function answer(request: IncomingMessage, response: ServerResponse, { provider, worksByOrcid, openid }: OrcidServer): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname.startsWith('/signin/')) return signInPage(request, response, provider);
  const put = /^\/told\/([\dX-]+)$/.exec(pathname)?.[1];
  if (put && request.method === 'PUT') {
    worksByOrcid.set(put, JSON.parse(await bodyOf(request)));
    response.writeHead(204).end();
    return;
  }
  const named = /^\/v3\.0\/([\dX-]+)\/person$/.exec(pathname)?.[1];
  if (named) {
    const [work] = worksByOrcid.get(named) ?? [];
    const name = work?.holder ? { 'given-names': null, 'family-name': null, 'credit-name': { value: work.holder } } : null;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ name, 'other-names': { 'other-name': [] } }));
    return;
  }
  const employed = /^\/v3\.0\/([\dX-]+)\/employments$/.exec(pathname)?.[1];
  if (employed) {
    const employer = worksByOrcid.get(employed)?.[0]?.employer;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(employments(employer)));
    return;
  }
  const whole = /^\/v3\.0\/([\dX-]+)\/(record|researcher-urls)$/.exec(pathname);
  if (whole) {
    const [work] = worksByOrcid.get(whole[1] ?? '') ?? [];
    const registered = Date.parse(work?.registeredOn ?? '2014-05-01');
    const urls = (work?.urls ?? []).map(({ url, addedOn }) => ({ url: { value: url }, 'created-date': { value: Date.parse(addedOn) } }));
    const json = whole[2] === 'record' ? { history: { 'submission-date': { value: registered } } } : { 'researcher-url': urls };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    return;
  }
  const asked = /^\/v3\.0\/([\dX-]+)\/works(?:\/([\d,]+))?$/.exec(pathname);
  if (!asked) return openid(request, response);
  const works = worksByOrcid.get(asked[1] ?? '') ?? [];
  const orcid = asked[1] ?? '';
  const json = asked[2] ? details(works, asked[2].split(',').map(Number), orcid) : summaries(works, orcid);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

/** The sign-in page of ORCID, without a password; "Deny access" denies access. */
async function signInPage(request: IncomingMessage, response: ServerResponse, provider: Provider): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>ORCID for tests</title><h1>Sign in to ORCID</h1>
<form method="post"><label>ORCID iD <input name="orcid"></label> <button>Authorize access</button> <button name="deny" value="yes">Deny access</button></form></html>`);
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const result = form.get('deny') ? { error: 'access_denied' } : { login: { accountId: form.get('orcid') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const externalIds = ({ doi, arxiv }: OrcidWork) => ({
  'external-id': [
    ...(doi ? [{ 'external-id-type': 'doi', 'external-id-value': doi, 'external-id-relationship': 'self' }] : []),
    ...(arxiv ? [{ 'external-id-type': 'arxiv', 'external-id-value': arxiv, 'external-id-relationship': 'self' }] : []),
  ],
});

const employments = (employer: OrcidWork['employer']) => ({
  'affiliation-group': employer
    ? [
        {
          summaries: [
            {
              'employment-summary': {
                source: { 'source-client-id': { path: 'APP-EMPLOYER' }, 'source-name': { value: employer.name } },
                'end-date': null,
                organization: {
                  name: employer.name,
                  'disambiguated-organization': {
                    'disambiguated-organization-identifier': `https://ror.org/${employer.rorId}`,
                    'disambiguation-source': 'ROR',
                  },
                },
              },
            },
          ],
        },
      ]
    : [],
});

const sourceOf = ({ assertedBy = 'Crossref' }: OrcidWork, orcid: string) =>
  assertedBy === null
    ? { 'source-orcid': { path: orcid }, 'source-client-id': null, 'source-name': { value: 'Person' } }
    : { 'source-orcid': null, 'source-client-id': { path: '0000-0001-9884-1913' }, 'source-name': { value: assertedBy } };

const summaries = (works: OrcidWork[], orcid: string) => ({
  'last-modified-date': null,
  group: works.map((work, at) => ({
    'external-ids': externalIds(work),
    'work-summary': [
      {
        'put-code': at + 1,
        title: { title: { value: work.title } },
        'external-ids': externalIds(work),
        type: 'journal-article',
        ...(work.year && { 'publication-date': { year: { value: String(work.year) }, month: null, day: null } }),
        ...(work.venue && { 'journal-title': { value: work.venue } }),
        source: sourceOf(work, orcid),
      },
    ],
  })),
});

const details = (works: OrcidWork[], putCodes: number[], orcid: string) => ({
  bulk: putCodes.flatMap((putCode) => {
    const work = works[putCode - 1];
    if (!work) return [];
    const names = work.authors ?? [...(work.signsAs ? [work.signsAs] : []), ...(work.contributors ?? [])];
    const contributor = names.map((name) => ({
      'credit-name': { value: name },
      'contributor-orcid': name === work.signsAs ? { path: orcid } : null,
    }));
    const full = { title: { title: { value: work.title } }, 'external-ids': externalIds(work), type: 'journal-article' };
    const year = { 'publication-date': { year: { value: '2020' }, month: null, day: null } };
    return [{ work: { 'put-code': putCode, ...full, ...year, contributors: { contributor } } }];
  }),
});
