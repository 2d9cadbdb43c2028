import { FocusedRegion } from '#components/ui/focused.tsx';
import { refusalOfRequest } from '#lib/platform/request-context.ts';
import { refusalOf } from '#lib/portal/refusals.ts';
import { RefusalNotice } from './refusal-notice.tsx';

/**
 * The refusal of a button that was sent without script from a page that was out of date. The page as it is now has no such button, which
 * would show it.
 * @param codes error codes that a button of this page returns only if it is gone
 */
export function LostRefusal({ codes }: { codes: readonly string[] }) {
  const code = refusalOfRequest();
  if (code === undefined || !codes.includes(code)) return null;
  return (
    <FocusedRegion className="mb-8">
      <RefusalNotice refusal={refusalOf(code)} />
    </FocusedRegion>
  );
}
