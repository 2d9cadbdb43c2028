import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { MePage } from '#components/accounts/me-page.tsx';
import { StopAddress } from '#components/statements/old-addresses.tsx';
import { loadOwnRecord } from '#lib/portal/pages/loaders/statements.ts';
import { askToSignIn } from '../../../../ask-to-sign-in.tsx';
import type { PageProps } from '../../../../page-props.ts';

export const metadata: Metadata = { title: 'Disable an old address', robots: { index: false, follow: false } };

/** Confirms that an old address is to be disabled. */
export default async function StopAddressPage({ params, searchParams }: PageProps<'slug'>) {
  const { slug } = await params;
  const { address } = await searchParams;
  const found = await loadOwnRecord(slug);
  const query = typeof address === 'string' ? `?address=${encodeURIComponent(address)}` : '';
  if (found === 'sign_in') return askToSignIn(`/me/records/${slug}/stop${query}`);
  if (found === null) notFound();
  if ('redirect' in found) redirect(`/me/records/${found.redirect}/stop${query}`);
  const { record } = found;
  const old = record.addresses.find((each) => each.slug === address && !each.stopped);
  if (!old) redirect(`/me/records/${record.slug}#addresses`);
  return (
    <MePage
      current="records"
      eyebrow={<a href={`/me/records/${record.slug}`}>{record.name}</a>}
      title="Disable an old address"
      lead={`/authors/${old.slug} will no longer lead to your profile.`}
      done={null}
    >
      <StopAddress record={record} address={old.slug} />
    </MePage>
  );
}
