import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { FilledSlot } from '#lib/portal/me/model.ts';
import { compressPiece, joinPieces, type Piece } from './gzip-pieces.ts';

/** A page split at its slots and compressed once for all viewers. A viewer's slots are compressed separately and inserted. */
export interface SlottedPage {
  before: Piece;
  slots: { name: SlotId; after: Piece }[];
}

type SlotId = FilledSlot['name'];

interface WholePage {
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const slotStart = (name: SlotId): string => `<viewer-slot data-slot="${name}" class="contents">`;
const slotEnd = '</viewer-slot>';

/** Compression level, a compromise for pages that few members request. */
const pageLevel = 7;

/** Splits a page at those of its slots that a viewer's page fills; the others keep what visitors see. */
export async function splitAtSlots({ body, headers }: WholePage, names: readonly SlotId[]): Promise<SlottedPage> {
  const coding = headers['content-encoding'] as keyof typeof decompressors | undefined;
  const html = (coding ? await decompressors[coding](body) : body).toString('utf8');
  const slotPositions = names.flatMap((name) => positionsOf(html, name)).sort((one, other) => one.from - other.from);
  const pieceFrom = (from: number, next: number) => compressPiece(html.slice(from, slotPositions[next]?.from ?? html.length), pageLevel);
  return { before: pieceFrom(0, 0), slots: slotPositions.map(({ name, to }, index) => ({ name, after: pieceFrom(to, index + 1) })) };
}

function positionsOf(html: string, name: SlotId): { name: SlotId; from: number; to: number }[] {
  const found = [];
  const start = slotStart(name);
  for (let at = html.indexOf(start); at >= 0; at = html.indexOf(start, at + start.length)) {
    const from = at + start.length;
    const to = html.indexOf(slotEnd, from);
    if (to >= 0) found.push({ name, from, to });
  }
  return found;
}

/** Returns the approximate memory of a split page, in bytes. */
export const memoryBytesOf = ({ before, slots }: SlottedPage): number =>
  slots.reduce((sum, { after }) => sum + after.blocks.length + 300, before.blocks.length + 300);

/** Returns the gzip-compressed page of one viewer. */
export function fillSlottedPage(
  { before, slots }: SlottedPage,
  filled: readonly FilledSlot[],
  render: (slot: FilledSlot) => string,
): Buffer {
  const byName = new Map(filled.map((slot) => [slot.name, slot]));
  return joinPieces([
    before,
    ...slots.flatMap(({ name, after }) => {
      const slot = byName.get(name);
      return slot ? [slotPiece(slot, render), after] : [after];
    }),
  ]);
}

/** Rendered slots by content, the first rendered first: the header of a member is the same on every page. */
const renderedSlots = new Map<string, Piece>();
const maxRenderedSlots = 2_000;

function slotPiece(slot: FilledSlot, render: (slot: FilledSlot) => string): Piece {
  const key = JSON.stringify(slot);
  const known = renderedSlots.get(key);
  if (known) return known;
  const piece = compressPiece(render(slot), 1);
  renderedSlots.set(key, piece);
  if (renderedSlots.size > maxRenderedSlots) renderedSlots.delete(renderedSlots.keys().next().value ?? key);
  return piece;
}
