import { z } from 'zod';

const nonEmptyName = z.string().trim().min(1).max(400);

/** An organisation of the ROR registry, as its source adapter returns it. */
export const importedOrganisation = z.object({
  /** Bare id: nine letters and digits. */
  rorId: z.string().regex(/^0[a-hj-km-np-tv-z0-9]{6}\d{2}$/),
  name: nonEmptyName,
  aliases: z.array(nonEmptyName).max(500).default([]),
  acronyms: z.array(nonEmptyName).max(100).default([]),
  /** ISO 3166-1 alpha-2 code. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .default(null),
  city: z.string().trim().min(1).max(200).nullable().default(null),
  status: z.enum(['active', 'inactive', 'withdrawn']),
  url: z.string().max(2000).nullable().default(null),
  domains: z.array(z.string().min(1).max(253)).max(100).default([]),
});
export type ImportedOrganisation = z.infer<typeof importedOrganisation>;
