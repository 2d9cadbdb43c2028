import { ButtonLink } from '#components/ui/button.tsx';
import { Steps } from '#components/ui/steps.tsx';
import type { OwnListing as OwnedRecord } from '#lib/community/invitations/model/listing.ts';
import { availabilityPath, OwnListings } from './own-listings.tsx';

/** The list while nobody is on it: how one gets there. */
export function NobodyOpen({ own, signedIn }: { own: readonly OwnedRecord[]; signedIn: boolean }) {
  const [record] = own;
  const isOpen = record?.availability?.open === true;
  if (record?.listedUntil) return <OwnListings own={own} signedIn />;
  return (
    <section aria-labelledby="nobody" className="max-w-form rounded-card border border-edge border-dashed p-6 sm:p-9">
      <h2 id="nobody" className="font-serif text-xl">
        Nobody is open yet
      </h2>
      <p className="mt-1 mb-6 max-w-measure text-read">
        People appear here when they list themselves. Nobody is added by a source or by someone else.
      </p>
      <Steps
        steps={[
          {
            key: 'claim',
            title: 'Claim your profile',
            state: record ? 'done' : 'now',
            children: !record && 'So that others know who is open.',
          },
          {
            key: 'open',
            title: 'Say what you are open to',
            state: isOpen ? 'done' : record ? 'now' : 'later',
            children: 'A paper, a dataset, a review, a talk or a joint proposal, with a sentence of your own.',
          },
          {
            key: 'list',
            title: 'Set your conditions, and list yourself',
            state: isOpen ? 'now' : 'later',
            children: 'Who may invite you, and how many in a month.',
          },
        ]}
      />
      <p className="mt-6 flex flex-wrap items-center gap-4">
        {record ? (
          <ButtonLink variant="primary" href={isOpen ? '#own' : availabilityPath(record.slug)}>
            Say what you are open to
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" href={signedIn ? '/search' : '/sign-in?next=%2Fcollaborate'}>
            {signedIn ? 'Find your profile' : 'Sign in'}
          </ButtonLink>
        )}
        <a href="/authors">Browse people</a>
      </p>
      {isOpen && (
        <div id="own" className="mt-6">
          <OwnListings own={own} signedIn />
        </div>
      )}
    </section>
  );
}
