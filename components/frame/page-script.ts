/** The script of pages that work without one; built by `lib/runtime/server/processes/browser-scripts.ts`. */
import '#components/accounts/passkey-script.ts';
import '#components/collaborate/listing-script.ts';
import '#components/search/search-box.ts';
import '#components/search/search-keys.ts';
import '#components/site/draft-script.ts';
import '#components/site/form-script.ts';
import '#components/site/menu-script.ts';
import '#components/follows/follow-script.ts';
import '#components/site/local-times-script.ts';
import '#components/saved-works/save-script.ts';
import '#components/site/api-button-script.ts';
import '#components/notifications/unread-script.ts';
import '#components/site/share-script.ts';
import '#components/ui/confirm-script.ts';
import '#components/ui/tabs-script.ts';
import '#components/works/cite-script.ts';
