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
  const CSL: { Engine: typeof Engine; Output: { Formats: Record<string, Record<string, unknown>> } };
  export default CSL;
}
