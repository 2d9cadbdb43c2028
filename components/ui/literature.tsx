export interface Reference {
  citation: string;
  doi: string;
}

/** The literature of a method, each with its DOI. */
export function Literature({ references }: { references: readonly Reference[] }) {
  return (
    <>
      <h3>Literature</h3>
      <ul>
        {references.map(({ citation, doi }) => (
          <li key={doi}>
            {citation}. <a href={`https://doi.org/${doi}`}>https://doi.org/{doi}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
