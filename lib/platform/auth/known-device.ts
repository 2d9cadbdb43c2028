import { randomBytes, timingSafeEqual } from 'node:crypto';
import { sealFor } from '#lib/platform/keys/seal.ts';
import { cookiesOf, deviceCookie, serializeCookie } from './cookies.ts';

/**
 * A browser that has signed in here before. Its cookie holds a random id and seals (HMAC-SHA-256 under a key of their own): one of the id
 * itself, and one for each of the last addresses that it signed in with. Nothing is stored here, and no address can be read in it. A
 * cookie that is forged, or sealed under another SECRET, is that of a stranger.
 */
const maxAddresses = 3;
const idBytes = 16;
const yearSeconds = 365 * 24 * 60 * 60;
const sealPattern = /^[\w-]{43}$/;

interface DeviceCookie {
  id: string;
  /** Seals of addresses, the newest first. */
  seals: string[];
}

interface DeviceRequest {
  headers: Headers;
}

interface DeviceContext {
  env: { PUBLIC_URL: string; SECRET: string };
}

const seal = (secret: string, id: string, what: string): string => sealFor('known devices', secret)(`${id} ${what}`);
const isSame = (given: string, own: string): boolean =>
  given.length === own.length && timingSafeEqual(Buffer.from(given), Buffer.from(own));

function readDeviceCookie(request: DeviceRequest, { env: { PUBLIC_URL, SECRET } }: DeviceContext): DeviceCookie | null {
  const value = cookiesOf(request.headers.get('cookie'))[deviceCookie(PUBLIC_URL)] ?? '';
  const [id = '', own = '', ...seals] = value.split('.');
  if (!/^[\w-]{22}$/.test(id) || seals.length > maxAddresses || ![own, ...seals].every((each) => sealPattern.test(each))) return null;
  return isSame(own, seal(SECRET, id, 'id')) ? { id, seals } : null;
}

/** Returns the id of the browser if it has signed in here before, with whichever address; null for a stranger. */
export const deviceIdOf = (request: DeviceRequest, context: DeviceContext): string | null => readDeviceCookie(request, context)?.id ?? null;

/** Returns the id of the browser if it has signed in here with this address before; null for a stranger. */
export function knownDeviceFor(request: DeviceRequest, context: DeviceContext, email: string): string | null {
  const device = readDeviceCookie(request, context);
  if (!device) return null;
  const own = seal(context.env.SECRET, device.id, email);
  return device.seals.filter((each) => isSame(each, own)).length > 0 ? device.id : null;
}

/** Returns the Set-Cookie line after a sign-in: the browser is known for this address for a year from now. None without an address. */
export function rememberDevice(request: DeviceRequest, context: DeviceContext, email: string | null): string[] {
  const { PUBLIC_URL, SECRET } = context.env;
  if (!email) return [];
  const before = readDeviceCookie(request, context);
  const id = before?.id ?? randomBytes(idBytes).toString('base64url');
  const own = seal(SECRET, id, email);
  const seals = [own, ...(before?.seals ?? []).filter((each) => each !== own)].slice(0, maxAddresses);
  return [serializeCookie(PUBLIC_URL, deviceCookie(PUBLIC_URL), [id, seal(SECRET, id, 'id'), ...seals].join('.'), yearSeconds)];
}
