import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type Env, env } from './env.ts';

/** The branding of an instance, from settings and from files in its folder. */
interface Site {
  name: string;
  /** An email address or a page. */
  contact: string | null;
  accent: string | null;
  licence: { name: string; url: string } | null;
  logo: { type: string; bytes: Buffer } | null;
  /** Of the home page: its heading and lead, and the slug of the profile that it shows. */
  heading: string | null;
  lead: string | null;
  example: string | null;
  /** Markdown. */
  homeText: string | null;
  imprint: string | null;
  privacy: string | null;
  /** Additional citation styles (CSL 1.0) beside the built-in ones. */
  citationStyles: { id: string; title: string; xml: string }[];
}

const logoTypes: Readonly<Record<string, string>> = { 'logo.svg': 'image/svg+xml', 'logo.png': 'image/png', 'logo.webp': 'image/webp' };
/** Small, because every page shows the logo. */
const maxLogoBytes = 200 * 1024;
const maxTextBytes = 200 * 1024;

function readLimitedFile(folder: string, files: readonly string[], name: string, max: number): Buffer | null {
  if (!files.includes(name)) return null;
  const bytes = readFileSync(join(folder, name));
  if (bytes.length > max) throw new Error(`${join(folder, name)} is larger than ${max / 1024} kB. Make it smaller, and start again.`);
  return bytes;
}

/** Returns a warning if SITE_DIR is not a folder; null if it is valid or not set. */
export const siteFolderFault = ({ SITE_DIR }: Pick<Env, 'SITE_DIR'>): string | null =>
  SITE_DIR === undefined || statSync(SITE_DIR, { throwIfNoEntry: false })?.isDirectory()
    ? null
    : `SITE_DIR names no folder: ${resolve(SITE_DIR)}. The instance has no texts, logo or citation styles of its own until it does.`;

/**
 * Reads the branding of the instance.
 * @throws if a file is too large or cannot be read
 */
export function readSite(settings = env()): Site {
  const { SITE_NAME, SITE_CONTACT, SITE_ACCENT, SITE_LICENCE, SITE_DIR, DATA_DIR, SITE_HEADING, SITE_LEAD, SITE_EXAMPLE } = settings;
  const folder = SITE_DIR ?? join(DATA_DIR, 'site');
  const files = filesIn(folder);
  const text = (name: string): string | null => readLimitedFile(folder, files, name, maxTextBytes)?.toString('utf8').trim() || null;
  const logo = Object.keys(logoTypes).find((name) => files.includes(name));
  const licence = /^(.*\S)\s+(\S+)$/.exec(SITE_LICENCE ?? '');
  const bytes = logo ? readLimitedFile(folder, files, logo, maxLogoBytes) : null;
  return {
    name: SITE_NAME,
    contact: SITE_CONTACT ?? null,
    accent: SITE_ACCENT ?? null,
    licence: licence?.[1] && licence[2] ? { name: licence[1], url: licence[2] } : null,
    logo: logo && bytes ? { type: logoTypes[logo] ?? '', bytes } : null,
    heading: SITE_HEADING ?? null,
    lead: SITE_LEAD ?? null,
    example: SITE_EXAMPLE ?? null,
    homeText: text('home.md'),
    imprint: text('imprint.md'),
    privacy: text('privacy.md'),
    citationStyles: citationStylesIn(join(folder, 'citation-styles')),
  };
}

/** Styles of the CSL repository have at most 120 kB. */
const maxStyleBytes = 400 * 1024;

function citationStylesIn(folder: string): Site['citationStyles'] {
  const files = filesIn(folder).filter((name) => name.endsWith('.csl'));
  return files.sort().map((file) => {
    const xml = readLimitedFile(folder, files, file, maxStyleBytes)?.toString('utf8') ?? '';
    // A dependent style links to another style instead of having its own rules.
    if (!/<bibliography\b/.test(xml)) {
      throw new Error(
        `${join(folder, file)} is no citation style with a bibliography. Use the independent style that it names, and start again.`,
      );
    }
    const id = basename(file, '.csl').toLowerCase();
    return { id, title: /<title>([^<]{1,120})<\/title>/.exec(xml)?.[1]?.trim() || id, xml };
  });
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

let cachedSite: Site | undefined;

/** Returns the branding of this instance, read once in a process. */
export const site = (): Site => {
  cachedSite ??= readSite();
  return cachedSite;
};

/** Returns the URL of a contact: `mailto:` for an email address, a page as it is. */
export const contactUrl = (contact: string): string => (/^https?:/i.test(contact) ? contact : `mailto:${contact}`);

/** Returns the name of this instance for pages and emails. */
export const siteName = (): string => env().SITE_NAME;
