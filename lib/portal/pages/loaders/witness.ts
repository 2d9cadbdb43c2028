import { connection } from 'next/server';
import { fetchFirstKeys, witnessHead } from '#lib/catalog/trust/commands/witness.ts';
import { maxWitnessBytes, type WitnessDocument, witnessMessage } from '#lib/catalog/trust/model/witness.ts';
import { witnessedHeadsByOrigin } from '#lib/catalog/trust/queries/witnesses.ts';
import { trustRefusals } from '#lib/catalog/trust/refusals.ts';
import { withinLimit } from '#lib/platform/auth/rate-limits.ts';
import { reader, transact } from '#lib/platform/db/store.ts';
import { networkOf } from '#lib/platform/http/network.ts';
import { problemResponse } from '#lib/platform/problem.ts';
import { headsPerNetwork } from '../model/limits.ts';

const refuse = (code: keyof typeof trustRefusals): Response => problemResponse(code, trustRefusals[code]);

/** Loads the public document of heads that this instance has witnessed. */
export async function loadWitnessDocument(): Promise<WitnessDocument> {
  await connection();
  return witnessedHeadsByOrigin(reader());
}

/**
 * Handles a head of another instance's log, posted by its server. No CSRF token is required: it reads no cookie, and accepts only signed
 * heads. Cross-site requests of browsers are rejected earlier by the HTTP server (lib/runtime/server/http/http-server.ts).
 */
export async function acceptHead(request: Request): Promise<Response> {
  const isWithin = await transact((tx) => withinLimit(tx, 'witness-network', networkOf(request.headers), headsPerNetwork));
  if (!isWithin) return refuse('witness_too_often');
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '');
  const isShort = Number(request.headers.get('content-length') ?? Number.NaN) <= maxWitnessBytes;
  const message = witnessMessage.safeParse(isJson && isShort ? await request.json().catch(() => null) : null);
  if (!message.success) return refuse('witness_unreadable');
  const publishedKeys = await fetchFirstKeys(reader(), message.data.origin);
  const outcome = await transact((tx) => witnessHead(tx, message.data, publishedKeys));
  if (!outcome.ok) return refuse(outcome.code);
  return Response.json({ status: outcome.value }, { headers: { 'Cache-Control': 'no-store' } });
}
