import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { FilledSlot, SlotName } from '#lib/portal/me/model.ts';
import { joinPieces, type Piece, pieceOf } from './gzip-pieces.ts';

/** A page around its slots, packed once for all readers. What a reader sees in the slots is packed by itself and put between. */
export interface SlottedPage {
  before: Piece;
  slots: { name: SlotName; after: Piece }[];
}

interface WholePage {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  slots: ReadonlyMap<string, object>;
}

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const slotStart = (name: string): string => `<viewer-slot id="slot-${name}" class="contents">`;
const slotEnd = '</viewer-slot>';

/** As well as it is worth for a page that some members look at. */
const pageLevel = 7;

/** Takes a cached page apart at its slots. */
export async function slottedPage({ body, headers, slots }: WholePage): Promise<SlottedPage> {
  const coding = headers['content-encoding'] as keyof typeof unpack | undefined;
  const html = (coding ? await unpack[coding](body) : body).toString('utf8');
  const found = [...slots.keys()].flatMap((name) => placeOf(html, name as SlotName)).sort((one, other) => one.from - other.from);
  const rest = (from: number, next: number) => pieceOf(html.slice(from, found[next]?.from ?? html.length), pageLevel);
  return { before: rest(0, 0), slots: found.map(({ name, to }, at) => ({ name, after: rest(to, at + 1) })) };
}

function placeOf(html: string, name: SlotName): { name: SlotName; from: number; to: number }[] {
  const start = html.indexOf(slotStart(name));
  if (start < 0) return [];
  const from = start + slotStart(name).length;
  const to = html.indexOf(slotEnd, from);
  return to < 0 ? [] : [{ name, from, to }];
}

/** About what it takes of memory. */
export const weightOf = ({ before, slots }: SlottedPage): number =>
  slots.reduce((sum, { after }) => sum + after.blocks.length + 300, before.blocks.length + 300);

/** The page as one reader sees it, packed with gzip. */
export function filledPage({ before, slots }: SlottedPage, filled: readonly FilledSlot[], render: (slot: FilledSlot) => string): Buffer {
  const byName = new Map(filled.map((slot) => [slot.name, slot]));
  return joinPieces([
    before,
    ...slots.flatMap(({ name, after }) => {
      const slot = byName.get(name);
      return slot ? [slotPiece(slot, render), after] : [after];
    }),
  ]);
}

/** Drawn slots by all that they show: the header of a member is the same on each page. */
const drawn = new Map<string, Piece>();
const maxDrawn = 500;

function slotPiece(slot: FilledSlot, render: (slot: FilledSlot) => string): Piece {
  const key = JSON.stringify(slot);
  const piece = drawn.get(key) ?? pieceOf(render(slot), 1);
  drawn.delete(key);
  drawn.set(key, piece);
  const [oldest] = drawn.keys();
  if (drawn.size > maxDrawn && oldest !== undefined) drawn.delete(oldest);
  return piece;
}
