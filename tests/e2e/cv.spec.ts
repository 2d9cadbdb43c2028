import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './pages.ts';

/** The files of a profile: CV, résumé and research object. */
const profile = '/authors/mara-lindqvist';

for (const javaScriptEnabled of [true, false])
  test(`sections, years and style of a CV are selected ${javaScriptEnabled ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await page.goto(profile);
    await page.getByRole('link', { name: 'CV, badge and research object' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CV and files');
    if (javaScriptEnabled) await expectAccessible(page);
    // The licences of the CSL processor and styles require this attribution.
    const attribution = page.getByRole('link', { name: 'Citations by CSL (citeproc-js)' });
    await expect(attribution).toHaveAttribute('href', 'https://citationstyles.org/');
    await page.getByRole('checkbox', { name: 'About' }).uncheck();
    await page.getByLabel('From year').fill('2023');
    await page.getByLabel('To year').fill('2024');
    await page.getByLabel('Citation style').selectOption('vancouver');
    await page.getByRole('button', { name: 'Page to print (HTML)' }).click();
    await expect(page).toHaveURL(/cv\.html\?part=publications.*from=2023&to=2024&style=vancouver/);
    await expect(page.getByRole('heading', { name: 'Publications' })).toBeVisible();
    await expect(page.getByText('Lecturer in image archives')).toHaveCount(0);
    await expect(page.locator('ol > li').first()).toContainText('Lindqvist M');
    await expect(page.locator('li', { hasText: 'A Small Grammar of Lighthouse Signals' })).toHaveCount(1);
    await expect(page.getByText(/What a Legend Leaves Out|Maps That Admit/i)).toHaveCount(0);
    await page.goBack();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Word processor (DOCX)' }).click();
    expect((await saved).suggestedFilename()).toBe('mara-lindqvist-cv.docx');
  });

test('each file has its declared type, on the first request and from the cache', async ({ request }) => {
  for (const [file, type, begins] of [
    ['cv/cv.tex', 'application/x-tex', '\\documentclass'],
    ['cv/cv.docx', 'application/vnd.openxmlformats', 'PK'],
    ['badge.svg', 'image/svg+xml', '<svg'],
    ['qr.svg', 'image/svg+xml', '<svg'],
    ['vcard.vcf', 'text/vcard', 'BEGIN:VCARD'],
    ['ro-crate-metadata.json', 'application/ld+json', '{'],
  ] as const) {
    const [first, second] = [await request.get(`${profile}/${file}`), await request.get(`${profile}/${file}`)];
    expect([first.status(), second.status()]).toEqual([200, 200]);
    expect(first.headers()['content-type']).toContain(type);
    expect((await first.body()).toString('latin1').startsWith(begins)).toBe(true);
    expect(second.headers()['cache-status']).toBe('Peergraph; hit');
    expect(await second.body()).toEqual(await first.body());
    const headers = { 'if-none-match': first.headers().etag ?? '' };
    expect((await request.get(`${profile}/${file}`, { headers })).status()).toBe(304);
  }
  expect((await request.get('/authors/nobody-at-all/badge.svg')).status()).toBe(404);
});

test('the research object contains the trust document with its signatures', async ({ request }) => {
  const crate = await (await request.get(`${profile}/ro-crate-metadata.json`)).json();
  const trust = await (await request.get(`${profile}/trust.json`)).json();
  const of = (type: string) => crate['@graph'].filter((each: { '@type': string }) => each['@type'] === type);
  expect(JSON.parse(of('File')[0].text).snapshot).toEqual(trust.snapshot);
  expect(of('Person').map(({ name }: { name: string }) => name)).toContain('Mara Lindqvist');
  // The graph is flat: it contains each referenced entity exactly once.
  const ids = crate['@graph'].map((each: { '@id': string }) => each['@id']);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { author } of of('ScholarlyArticle')) for (const one of author) expect(ids).toContain(one['@id']);
  expect(of('ScholarlyArticle').length).toBeGreaterThan(0);
  const parts = of('Dataset')[0].hasPart.map((part: { '@id': string }) => part['@id']);
  for (const part of parts) expect(ids).toContain(part);
  expect(parts).toContain(of('ScholarlyArticle')[0]['@id']);
});

test('another site finds the profile by oEmbed', async ({ page, request }) => {
  await page.goto(profile);
  const href = (await page.locator('link[type="application/json+oembed"]').getAttribute('href')) ?? '';
  const { pathname, search } = new URL(href, page.url());
  const answer = await (await request.get(`${pathname}${search}`)).json();
  expect(answer).toMatchObject({ version: '1.0', type: 'rich', title: 'Mara Lindqvist' });
  expect(answer.html).toContain(`${profile}">Mara Lindqvist</a>`);
  const picture = await request.get(new URL(answer.thumbnail_url).pathname);
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
  expect((await request.get('/oembed.json?url=https%3A%2F%2Felsewhere.example%2Fauthors%2Fada')).status()).toBe(400);
  expect((await request.get(`${pathname}${search}&format=xml`)).status()).toBe(400);
});

test('a page of another site embeds the list of works in a frame, and reads it by script', async ({ page }) => {
  await page.goto(`${profile}/cv`);
  const code = (await page.getByRole('region', { name: 'List of works on another page' }).locator('pre').textContent()) ?? '';
  const source = new URL(/src="([^"]+)"/.exec(code)?.[1] ?? '');
  const list = new URL(source.pathname, page.url()).href;
  const elsewhere = createServer((_, response) => {
    const framed = (address: string) => `<iframe src="${address}" title="${new URL(address).pathname}"></iframe>`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(framed(list) + framed(new URL(profile, list).href));
  });
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening));
  try {
    await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    await expect(page.frameLocator(`iframe[title="${source.pathname}"]`).locator('li').first()).toBeVisible();
    await expect(page.frameLocator(`iframe[title="${profile}"]`).getByText('Mara Lindqvist')).toHaveCount(0);
    const read = (address: string) =>
      page.evaluate(
        (from) =>
          fetch(from).then(
            (answer) => answer.status,
            () => 'refused',
          ),
        address,
      );
    const oembed = new URL(`/oembed.json?url=${encodeURIComponent(`${source.origin}${profile}`)}`, list).href;
    for (const address of [list, list.replace(/html$/, 'json'), oembed]) expect(await read(address)).toBe(200);
    expect(await read(new URL(`${profile}/trust.json`, list).href)).toBe('refused');
  } finally {
    elsewhere.close();
  }
});
