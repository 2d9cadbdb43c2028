export interface Reference {
  says: string;
  doi: string;
}

/** What a method comes from, each with its DOI. */
export function Literature({ of }: { of: readonly Reference[] }) {
  return (
    <>
      <h3>Literature</h3>
      <ul>
        {of.map(({ says, doi }) => (
          <li key={doi}>
            {says}. <a href={`https://doi.org/${doi}`}>https://doi.org/{doi}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
