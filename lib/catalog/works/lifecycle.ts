import { codeChecks } from '#lib/platform/db/schema/works.ts';
import { corpus, ofNobody } from '#lib/platform/db/table-lifecycle.ts';

export const worksLifecycle = ofNobody(corpus, codeChecks);
