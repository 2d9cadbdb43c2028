import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { readOrcidRecord } from '#lib/governance/additions/actions.ts';

interface Props {
  authorId: string;
  /** Of a profile that is about to be created. */
  name?: string;
  /** Null where the account is not connected to ORCID. */
  orcid: string | null;
  /** This instance lets accounts connect their ORCID iD. */
  canConnect: boolean;
}

/** Reads what is new on the ORCID record of the account. */
export function OrcidWorksForm({ authorId, name, orcid, canConnect }: Props) {
  if (!orcid && !canConnect) return null;
  if (!orcid)
    return (
      <p className="max-w-measure text-sm">
        Do you have an ORCID iD? <a href="/me#account">Connect it</a>, and read your works from there.
      </p>
    );
  return (
    <ActionForm action={readOrcidRecord} className="space-y-3" sends={{ authorId, name: name || undefined }}>
      <p className="max-w-measure text-sm">
        The public works of <a href={`https://orcid.org/${orcid}`}>{orcid}</a>. Those that are on your profile are left out, so you can come
        back for new ones.
      </p>
      <Button variant="primary">Read my ORCID record</Button>
    </ActionForm>
  );
}
