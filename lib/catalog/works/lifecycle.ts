import { codeChecks } from '#lib/platform/db/schema/works.ts';
import { corpus, of } from '#lib/platform/db/table-lifecycle.ts';

export const worksLifecycle = [of(codeChecks, {}, corpus)];
