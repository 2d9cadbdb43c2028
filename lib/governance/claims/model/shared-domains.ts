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
  codalab.org paperswithcode.com pypi.org npmjs.com crates.io wandb.ai modelscope.cn codeocean.com dropbox.com bit.ly tinyurl.com
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
    'protonmail.com pm.me tuta.com tutanota.com fastmail.com me.com mac.com msn.com aol.com hotmail.co.uk hotmail.fr live.fr yahoo.co.uk ' +
    'yahoo.fr yahoo.de yahoo.co.in yahoo.com.br gmx.com gmx.at gmx.ch gmx.de gmx.net web.de freenet.de t-online.de orange.fr free.fr laposte.net ' +
    'libero.it virgilio.it wp.pl o2.pl seznam.cz mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com ukr.net qq.com foxmail.com ' +
    '163.com ' +
    '126.com ' +
    'yeah.net sina.com sohu.com aliyun.com naver.com daum.net hanmail.net rediffmail.com uol.com.br bol.com.br terra.com.br'
  ).split(' '),
);

/** Whether a domain is one at which everybody can have a mailbox. */
export const isPublicMailProvider = (domain: string): boolean => publicMailProviders.has(domain.toLowerCase());

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

/** Returns a domain and its parent domains, longest first, down to two labels. */
export function suffixesOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
