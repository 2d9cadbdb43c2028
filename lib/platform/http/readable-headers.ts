/** Headers of a request, of the Web API or of Next. */
export interface ReadableHeaders {
  get(name: string): string | null;
}
