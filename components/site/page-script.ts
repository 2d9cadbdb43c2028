/** The one script of pages that need none: `lib/runtime/server/browser-scripts.ts` builds it. */
import '#components/search/search-box.ts';
import '#components/site/menu-script.ts';
import '#components/follows/follow-script.ts';
import '#components/saved-works/save-script.ts';
import '#components/notifications/unread-script.ts';
