import { createElement } from 'react';
import { expect, test } from 'vitest';
import { servePageCard } from '#lib/portal/cards/loaders/pictures.ts';
import type { Card } from '#lib/portal/cards/model.ts';

const createRequest = () => new Request('http://localhost/cards/about.png');
const cardOf = (heading: string): Card => ({ heading, lines: [], topics: [], bars: [] });
const text = ({ heading }: Card) => createElement('div', { style: { display: 'flex', fontFamily: 'Source Serif 4' } }, heading);

test('concurrent requests for a picture draw it once', async () => {
  let times = 0;
  const draw = (card: Card) => {
    times += 1;
    return text(card);
  };
  const answers = await Promise.all([1, 2, 3].map(() => servePageCard(createRequest(), cardOf('Lamps'), draw)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(times).toBe(1);
});

test('a failed picture is drawn again for the next reader', async () => {
  const failing = () => {
    throw new Error('no memory');
  };
  await expect(servePageCard(createRequest(), cardOf('Ships'), failing)).rejects.toThrow('no memory');
  expect((await servePageCard(createRequest(), cardOf('Ships'), text)).status).toBe(200);
});
