import { isIP } from 'node:net';
import { z } from 'zod';
import { splitList } from './addresses.ts';

/** TRUSTED_PROXIES: addresses and ranges with spaces between, or the number of proxies. */
export const proxyRanges = z.string().transform((text, context): string[] => {
  const all = splitList(text);
  if (all.length === 1 && /^[1-9]$/.test(text.trim())) return all;
  return all.filter((range) => {
    const [address = '', bits, more] = range.split('/');
    const isRange = isIP(address) > 0 && more === undefined && (bits === undefined || /^\d{1,3}$/.test(bits));
    const isEverybody = isRange && Number(bits ?? 1) === 0;
    if (range === 'loopback' || (isRange && !isEverybody && Number(bits ?? 0) <= (isIP(address) === 4 ? 32 : 128))) return true;
    const message = isEverybody
      ? `must not hold ${range}: everybody could choose the address that limits count. Name the proxies, or their number`
      : `must hold addresses or ranges such as 10.0.0.0/8, or nothing but the number of proxies: ${range}`;
    context.addIssue({ code: 'custom', message });
    return false;
  });
});
