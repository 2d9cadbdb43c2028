import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { DisableAddressForm } from '#components/statements/old-addresses.tsx';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { askToSignIn } from '../../../../ask-to-sign-in.tsx';
import { MergedProfile } from '../../../../moved-profile.tsx';
import type { PageProps } from '../../../../page-props.ts';

export const metadata: Metadata = { title: 'Disable an old address', robots: { index: false, follow: false } };

/** Confirms that an old address is to be disabled. */
export default async function DisableAddressPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const { address } = await searchParams;
  const result = await loadOwnRecord(slug);
  const query = typeof address === 'string' ? `?address=${encodeURIComponent(address)}` : '';
  if (result === 'sign_in') return askToSignIn(`/me/records/${slug}/stop${query}`);
  if (result === null) notFound();
  if ('redirect' in result && result.isLost) return <MergedProfile slug={result.redirect} />;
  if ('redirect' in result) redirect(`/me/records/${result.redirect}/stop${query}`);
  const { record } = result;
  const oldAddress = record.addresses.find((each) => each.slug === address && !each.isDisabled);
  if (!oldAddress) redirect(`/me/records/${record.slug}/addresses`);
  return (
    <MePage
      current="records"
      eyebrow={<a href={`/me/records/${record.slug}`}>{record.name}</a>}
      title="Disable an old address"
      lead={`/authors/${oldAddress.slug} will no longer lead to your profile.`}
      done={null}
    >
      <DisableAddressForm record={record} address={oldAddress.slug} />
    </MePage>
  );
}
