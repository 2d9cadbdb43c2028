import { purposeTitles } from '#components/invitations/purpose-titles.ts';
import { ApiButton } from '#components/site/api-button.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Day } from '#components/ui/day.tsx';
import { Monogram } from '#components/ui/monogram.tsx';
import { joinWords } from '#components/ui/sentence.ts';
import type { OwnListing as OwnedRecord } from '#lib/community/invitations/model/listing.ts';
import { isPurpose } from '#lib/community/invitations/model/purposes.ts';

interface Props {
  own: readonly OwnedRecord[];
  signedIn: boolean;
}

export const availabilityPath = (slug: string): string => `/me/records/${slug}/availability?change=availability`;

/** The viewer's own listing, or how to get one. */
export function OwnListings({ own, signedIn }: Props) {
  if (own.length === 0)
    return (
      <section aria-labelledby="own-listing" className="rounded-card bg-wash p-5">
        <h2 id="own-listing" className="font-serif text-lg">
          Would you like to be listed?
        </h2>
        <p className="mt-1 text-read text-sm">
          {signedIn ? 'Claim your profile first.' : 'Sign in, and claim your profile.'} Then say what you are open to. You can end it at any
          time.
        </p>
        <p className="mt-3">
          <ButtonLink href={signedIn ? '/search' : '/sign-in?next=%2Fcollaborate'}>{signedIn ? 'Find your profile' : 'Sign in'}</ButtonLink>
        </p>
      </section>
    );
  return (
    <div className="grid gap-4">
      {own.map((record) => (
        <OwnListing key={record.id} record={record} />
      ))}
    </div>
  );
}

function OwnListing({ record: { id, slug, name, availability, listedUntil, isInLists } }: { record: OwnedRecord }) {
  const isOpen = availability?.open === true;
  const openTo = joinWords((availability?.purposes ?? []).filter(isPurpose).map((purpose) => purposeTitles[purpose].toLowerCase()));
  return (
    <section aria-label={`Your listing: ${name}`} className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-wash p-5">
      <Monogram name={name} slug={slug} claimed />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-serif text-lg">
          {isOpen && !isInLists ? (
            'Lists do not show your profile'
          ) : listedUntil ? (
            <>
              You are listed until <Day at={listedUntil} />
            </>
          ) : isOpen ? (
            'You are open, and not listed'
          ) : (
            'You are not listed. Say what you are open to'
          )}
        </h2>
        <p className="text-read text-sm">
          {isOpen ? (
            <>
              Open to: {openTo}. <a href={availabilityPath(slug)}>Change</a>
            </>
          ) : (
            'You choose what, write a sentence about it, and set your conditions. You can end it at any time.'
          )}
        </p>
      </div>
      {isOpen ? (
        <div className="flex flex-wrap items-center gap-4">
          {isInLists ? (
            <ApiButton
              path="/api/listings"
              fields={{ authorId: id, want: 'on' }}
              back="/collaborate"
              variant={listedUntil ? 'plain' : 'primary'}
              label={listedUntil ? 'Renew' : 'List me'}
            />
          ) : (
            <ButtonLink href={`/visibility?record=${slug}`}>Change who finds it</ButtonLink>
          )}
          {listedUntil && (
            <ApiButton
              path="/api/listings"
              fields={{ authorId: id, want: 'off' }}
              back="/collaborate"
              variant="quiet"
              label="End the listing"
            />
          )}
        </div>
      ) : (
        <ButtonLink variant="primary" href={availabilityPath(slug)}>
          Continue
        </ButtonLink>
      )}
    </section>
  );
}
