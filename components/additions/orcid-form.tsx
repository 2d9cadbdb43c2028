import { ActionForm } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { readOrcidRecord } from '#lib/governance/additions/actions.ts';

interface Props {
  authorId: string;
  /** The name of a profile that is about to be created. */
  name?: string;
  /** Null if the account is not connected to ORCID. */
  orcid: string | null;
  /** True if this instance can connect ORCID iDs. */
  canConnect: boolean;
}

/** Reads new works from the ORCID record of the account. */
export function OrcidWorksForm({ authorId, name, orcid, canConnect }: Props) {
  if (!orcid && !canConnect) return null;
  if (!orcid)
    return (
      <p className="max-w-measure text-sm">
        Do you have an ORCID iD? <a href="/me#account">Connect it</a>, and read your works from there.
      </p>
    );
  return (
    <ActionForm action={readOrcidRecord} className="space-y-3" hiddenInputs={{ authorId, name: name || undefined }}>
      <p className="max-w-measure text-sm">
        The public works of <a href={`https://orcid.org/${orcid}`}>{orcid}</a>. Those that are on your profile are left out, so you can come
        back for new ones.
      </p>
      <Button variant="primary">Read my ORCID record</Button>
    </ActionForm>
  );
}
