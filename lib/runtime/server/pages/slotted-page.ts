import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { FilledSlot, SlotName } from '#lib/portal/me/model.ts';
import { compressPiece, joinPieces, type Piece } from './gzip-pieces.ts';

/** A page split at its slots and compressed once for all viewers. A viewer's slots are compressed separately and inserted. */
export interface SlottedPage {
  before: Piece;
  slots: { name: SlotName; after: Piece }[];
}

interface WholePage {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  slots: ReadonlyMap<string, object>;
}

const decompressors = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

const slotStart = (name: string): string => `<viewer-slot id="slot-${name}" class="contents">`;
const slotEnd = '</viewer-slot>';

/** Compression level, a compromise for pages that few members request. */
const pageLevel = 7;

export async function splitAtSlots({ body, headers, slots }: WholePage): Promise<SlottedPage> {
  const coding = headers['content-encoding'] as keyof typeof decompressors | undefined;
  const html = (coding ? await decompressors[coding](body) : body).toString('utf8');
  const slotPositions = [...slots.keys()].flatMap((name) => positionOf(html, name as SlotName)).sort((one, other) => one.from - other.from);
  const pieceFrom = (from: number, next: number) => compressPiece(html.slice(from, slotPositions[next]?.from ?? html.length), pageLevel);
  return { before: pieceFrom(0, 0), slots: slotPositions.map(({ name, to }, index) => ({ name, after: pieceFrom(to, index + 1) })) };
}

function positionOf(html: string, name: SlotName): { name: SlotName; from: number; to: number }[] {
  const start = html.indexOf(slotStart(name));
  if (start < 0) return [];
  const from = start + slotStart(name).length;
  const to = html.indexOf(slotEnd, from);
  return to < 0 ? [] : [{ name, from, to }];
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

/** Rendered slots by content: the header of a member is the same on every page. */
const renderedSlots = new Map<string, Piece>();
const maxRenderedSlots = 500;

function slotPiece(slot: FilledSlot, render: (slot: FilledSlot) => string): Piece {
  const key = JSON.stringify(slot);
  const piece = renderedSlots.get(key) ?? compressPiece(render(slot), 1);
  renderedSlots.delete(key);
  renderedSlots.set(key, piece);
  const [oldest] = renderedSlots.keys();
  if (renderedSlots.size > maxRenderedSlots && oldest !== undefined) renderedSlots.delete(oldest);
  return piece;
}
