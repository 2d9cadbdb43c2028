import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createSeal } from '#lib/platform/keys/seal.ts';
import { cookiesOf, deviceCookie, serializeCookie } from './cookies.ts';

/**
 * Recognises a browser that has signed in here before. Its cookie contains a random id and seals (HMAC-SHA-256 under a separate key): one
 * of the id, and one for each of the last addresses used to sign in. Nothing is stored on the server, and no address can be read from the
 * cookie. A cookie that is forged, or sealed with another SECRET, counts as an unknown browser.
 */
const maxAddresses = 3;
const idBytes = 16;
const yearSeconds = 365 * 24 * 60 * 60;
const sealPattern = /^[\w-]{43}$/;

interface DeviceCookie {
  id: string;
  /** Seals of addresses, newest first. */
  seals: string[];
}

interface DeviceRequest {
  headers: Headers;
}

interface DeviceContext {
  env: { PUBLIC_URL: string; SECRET: string };
}

const sealValue = (secret: string, id: string, value: string): string => createSeal('known devices', secret)(`${id} ${value}`);
const isSame = (presented: string, expected: string): boolean =>
  presented.length === expected.length && timingSafeEqual(Buffer.from(presented), Buffer.from(expected));

function readDeviceCookie(request: DeviceRequest, { env: { PUBLIC_URL, SECRET } }: DeviceContext): DeviceCookie | null {
  const value = cookiesOf(request.headers.get('cookie'))[deviceCookie(PUBLIC_URL)] ?? '';
  const [id = '', idSeal = '', ...seals] = value.split('.');
  if (!/^[\w-]{22}$/.test(id) || seals.length > maxAddresses || ![idSeal, ...seals].every((each) => sealPattern.test(each))) return null;
  return isSame(idSeal, sealValue(SECRET, id, 'id')) ? { id, seals } : null;
}

/** Returns the id of a known browser, with whichever address it has signed in; null for an unknown browser. */
export const deviceIdOf = (request: DeviceRequest, context: DeviceContext): string | null => readDeviceCookie(request, context)?.id ?? null;

/** Returns the id of the browser if it has signed in with this address before; else null. */
export function knownDeviceFor(request: DeviceRequest, context: DeviceContext, email: string): string | null {
  const device = readDeviceCookie(request, context);
  if (!device) return null;
  const addressSeal = sealValue(context.env.SECRET, device.id, email);
  return device.seals.filter((each) => isSame(each, addressSeal)).length > 0 ? device.id : null;
}

/** Returns the Set-Cookie line that makes the browser known for a year, for the address if the account has one. */
export function rememberDevice(request: DeviceRequest, context: DeviceContext, email: string | null): string {
  const { PUBLIC_URL, SECRET } = context.env;
  const previous = readDeviceCookie(request, context);
  const id = previous?.id ?? randomBytes(idBytes).toString('base64url');
  const addressSeals = email ? [sealValue(SECRET, id, email)] : [];
  const seals = [...new Set([...addressSeals, ...(previous?.seals ?? [])])].slice(0, maxAddresses);
  return serializeCookie(PUBLIC_URL, deviceCookie(PUBLIC_URL), [id, sealValue(SECRET, id, 'id'), ...seals].join('.'), yearSeconds);
}
