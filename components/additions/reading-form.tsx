import { ActionField, ActionForm, ActionTextArea } from '#components/site/action-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { readWorks } from '#lib/governance/additions/actions.ts';
import { maxEntries, maxLookups, maxPastedBytes } from '#lib/governance/additions/model.ts';
import { formatSize } from '#lib/platform/limits.ts';

/** Reads works from a text, a file or identifiers. @param name the name of a profile that is about to be created */
export function ReadWorksForm({ authorId, name }: { authorId: string; name?: string }) {
  return (
    <ActionForm action={readWorks} hiddenInputs={{ authorId, name: name || undefined }}>
      <ActionTextArea
        name="lookups"
        label="DOIs, arXiv ids, ACL Anthology ids or their addresses"
        hint={`One a line, up to ${maxLookups}. They are looked up at Crossref and DataCite.`}
        rows={3}
      />
      <ActionTextArea
        name="text"
        label="BibTeX, RIS, CSL-JSON or RO-Crate"
        hint={`Up to ${maxEntries} entries.`}
        rows={8}
        spellCheck={false}
      />
      <ActionField
        name="file"
        type="file"
        label="Or a file in one of these formats"
        hint={`Up to ${formatSize(maxPastedBytes)}.`}
        accept=".bib,.ris,.json,.txt,application/x-bibtex,application/x-research-info-systems,application/json"
      />
      <Button variant="primary">Read the works</Button>
    </ActionForm>
  );
}
