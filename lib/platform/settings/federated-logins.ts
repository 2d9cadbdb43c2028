import { z } from 'zod';
import { parseJson } from '../text/json.ts';
import { isLoopbackHost } from './addresses.ts';

const federatedLoginSchema = z.strictObject({
  /** Identifies the login in URLs: its redirect URI is <PUBLIC_URL>/api/auth/callback/federated/<id>. */
  id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be small letters, digits and hyphens'),
  name: z.string().trim().min(1).max(80),
  issuer: z
    .url({ protocol: /^https?$/ })
    .refine((issuer) => issuer.startsWith('https:') || isLoopbackHost(new URL(issuer).hostname), 'must start with https://'),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  scope: z
    .string()
    .regex(/^openid( |$)/, 'must begin with openid')
    .default('openid profile eduperson_assurance eduperson_scoped_affiliation schac_home_organization'),
  /** The only domains that the issuer may assert. Without them it may assert any, so its logins prove at most fair. */
  domains: z.array(z.string().regex(/^[a-z0-9.-]+$/)).default([]),
  /** The claim that tells staff from others, and its values for staff; of a scoped affiliation the part before the @. */
  staffClaim: z.string().min(1).max(100).default('eduperson_scoped_affiliation'),
  staffValues: z.array(z.string().min(1).max(200)).min(1).default(['faculty', 'staff', 'employee']),
});
export type FederatedLogin = z.infer<typeof federatedLoginSchema>;
const loginListSchema = z
  .array(federatedLoginSchema)
  .max(50)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'two have one id')
  .refine((all) => new Set(all.map(({ issuer }) => issuer)).size === all.length, 'two have one issuer');

/** FEDERATED_LOGINS: a JSON list. */
export const federatedLogins = z.string().transform((text, context): FederatedLogin[] => {
  const parsed = loginListSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const message = `must be a JSON list of {"id", "name", "issuer", "clientId", "clientSecret"}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
