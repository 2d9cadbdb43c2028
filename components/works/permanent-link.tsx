/** A permanent link to copy: a field whose text is selected by one click, with or without script. */
export function PermanentLink({ href, about }: { href: string; about: string }) {
  return (
    <label className="block pb-2 text-soft text-xs">
      {about}
      <input type="text" readOnly value={href} className="small-field select-all font-mono text-xs" />
    </label>
  );
}
