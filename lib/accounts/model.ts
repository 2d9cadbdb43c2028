import { z } from 'zod';

/** An account as its own holder sees it. */
export interface AccountView {
  name: string | null;
  email: string | null;
  orcid: string | null;
  sample: boolean;
  createdAt: Date | null;
}

export const nameInput = z.object({
  name: z
    .string()
    .transform((name) => name.normalize('NFC').replace(/\s+/g, ' ').trim())
    .pipe(z.string().max(100, 'Keep it to 100 characters.')),
});
