/** A permanent link to copy: a field whose text is selected by one click, with or without script. */
export function PermanentLink({ href, about }: { href: string; about: string }) {
  return (
    <label className="block pb-2 text-soft text-xs">
      {about}
      <input
        type="text"
        readOnly
        value={href}
        className="mt-0.5 block w-full min-w-0 select-all rounded-md border border-edge bg-paper px-2 py-1.5 font-mono text-ink text-xs"
      />
    </label>
  );
}
