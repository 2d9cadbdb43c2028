/** The live parts of members' pages; built by `lib/runtime/server/processes/browser-scripts.ts`, and loaded where `policy.ts` says so. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { AddPasskey } from '#components/accounts/security/passkey-buttons.tsx';
import { LiveMute, LiveNewEntries, LiveToDo } from '#components/feeds/live-feed.tsx';
import { LiveUndoable } from '#components/feeds/live-undoable.tsx';
import { LiveConversations, LiveThread } from '#components/invitations/live-messages.tsx';
import type { LivePart } from '#components/live/island.tsx';
import { LiveMarkAll, LiveNewNotifications, LiveNotification } from '#components/notifications/live-notifications.tsx';
import { contentEvent } from '#components/site/send-form.ts';

const components: Record<LivePart, ComponentType<never>> = {
  notification: LiveNotification,
  'mark-all': LiveMarkAll,
  'new-notifications': LiveNewNotifications,
  'add-passkey': AddPasskey,
  'new-entries': LiveNewEntries,
  undoable: LiveUndoable,
  mute: LiveMute,
  'to-do': LiveToDo,
  conversations: LiveConversations,
  thread: LiveThread,
};

/** One for the page: its parts show the same state. */
const client = new QueryClient();

/** The parts that have started. */
const roots = new Map<HTMLElement, Root>();

function start(island: HTMLElement): void {
  const { live = '', props = '{}' } = island.dataset;
  const Component = components[live as LivePart] as ComponentType<object> | undefined;
  if (!Component || roots.has(island)) return;
  const root = hydrateRoot(
    island,
    <QueryClientProvider client={client}>
      <Component {...JSON.parse(props)} />
    </QueryClientProvider>,
  );
  roots.set(island, root);
}

/** Starts the parts of the page, and ends those that are no longer on it. */
function startAll(): void {
  for (const [island, root] of roots) {
    if (island.isConnected) continue;
    root.unmount();
    roots.delete(island);
  }
  for (const island of document.querySelectorAll<HTMLElement>('[data-live]')) start(island);
}

// In development the framework draws the page, and its forms are sent as they are.
if (!document.querySelector('script[src^="/_next/"]')) {
  startAll();
  // A form was answered with another content of the page.
  document.addEventListener(contentEvent, startAll);
}
