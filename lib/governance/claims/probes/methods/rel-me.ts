import { done, refused } from '#lib/platform/outcome.ts';
import { parsePageUrl } from '../../model/targets.ts';
import { parsePage, relMeFailure } from '../../model/token-matching.ts';
import { pageOwner } from '../../queries/places.ts';
import { addressesOfRecord } from '../../queries/proven-record.ts';
import { nameVariantsOf } from '../../queries/record-names.ts';
import type { ProofProbe } from '../proof-probe.ts';
import { registrationDateOf } from '../registration.ts';

export const relMe: ProofProbe<'rel_me'> = {
  parseTarget(typed, { mayBeLocal }) {
    const page = parsePageUrl(typed, mayBeLocal);
    return page === null ? refused('bad_page') : done(page);
  },
  targetRefusal: async ({ services }, page) => (new URL(page).host === new URL(services.publicUrl).host ? 'bad_page' : null),
  async probe({ reader, record, services }, { target }) {
    const page = await services.page(target);
    if (!page.ok) return page;
    const names = await nameVariantsOf(reader, record);
    const addresses = await addressesOfRecord(reader, record, services.publicUrl);
    const fault = relMeFailure(parsePage(page.value.text, page.value.url), names, addresses);
    if (fault) return refused(fault);
    // Uses the URL after redirects: a host that redirects anywhere makes no statement of its own.
    const finalUrl = new URL(page.value.url);
    const isSameHost = finalUrl.host.replace(/^www\./, '') === new URL(target).host.replace(/^www\./, '');
    const pageUrl = isSameHost ? target : finalUrl.href;
    // A page that only redirects to another host is not owned.
    const ownedBy = isSameHost ? await pageOwner(reader, record, finalUrl.href, services.orcidAddresses) : null;
    return done({ by: 'rel_me', page: pageUrl, ownedBy, registeredOn: await registrationDateOf(ownedBy, finalUrl.hostname, services) });
  },
};
