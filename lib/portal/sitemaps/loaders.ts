import { connection } from 'next/server';
import { reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { robotsText, sitemapIndexXml, sitemapPage, sitemapXml } from './model.ts';
import { sitemapEntries, sitemapPages } from './queries.ts';

export async function loadRobots(): Promise<string> {
  await connection();
  return robotsText(env().PUBLIC_URL);
}

export async function loadSitemapIndex(): Promise<string> {
  await connection();
  return sitemapIndexXml(await sitemapPages(reader()), env().PUBLIC_URL);
}

/** Loads a page of the sitemap by its file name; null if it does not exist. */
export async function loadSitemap(file: string): Promise<string | null> {
  await connection();
  const page = sitemapPage(file);
  const entries = page && (await sitemapEntries(reader(), page.kind, page.number));
  return entries && sitemapXml(entries, env().PUBLIC_URL);
}
