declare module 'citeproc' {
  interface System {
    retrieveLocale(language: string): unknown;
    retrieveItem(id: string): unknown;
    variableWrapper(params: { variableNames: readonly string[] }, before: string, text: string, after: string): string;
  }
  class Engine {
    constructor(system: System, style: string, language: string);
    setOutputFormat(name: string): void;
    updateItems(ids: readonly unknown[], inThisOrder: boolean): void;
    makeBibliography(): [{ entry_ids: [id: string][] }, string[]];
  }
  interface NameOutput {
    Item: { id: unknown };
    /** Whether the omitted names are replaced by an ellipsis and the last name. */
    etal_use_last: boolean;
    /** The number of names of each variable, of which the style may print fewer. */
    freeters_count: Record<string, number>;
    truncatePersonalNameLists(this: NameOutput): void;
  }
  const CSL: { Engine: typeof Engine; Output: { Formats: Record<string, Record<string, unknown>> }; NameOutput: { prototype: NameOutput } };
  export default CSL;
}
