import type { PageRequest } from '#lib/runtime/routes/page-request.ts';
import { completePage } from './complete-page.ts';
import { compressPage } from './compress-page.ts';
import { describePage } from './describe-page.ts';
import type { PageResponse } from './page-response.ts';
import { securePage } from './secure-page.ts';

/** The steps from what was rendered to the bytes that are sent, in their order. The process that renders takes them. */
const steps = [completePage, securePage, describePage, compressPage] as const;

/** Takes all steps with a response. */
export const finishPage = (page: PageResponse, request: PageRequest): PageResponse =>
  steps.reduce((last, step) => step(last, request), page);
