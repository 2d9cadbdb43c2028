export interface Entity {
  '@id': string;
  '@type': string;
  [property: string]: unknown;
}

export interface Reference {
  '@id': string;
}

export const entityId = (type: string, name: string): string => `#${type.toLowerCase()}-${encodeURIComponent(name)}`;

/** Collects entities that others refer to, each once, since RO-Crate requires a flat graph. */
export class Entities {
  readonly all = new Map<string, Entity>();

  add(entity: Entity): Reference {
    this.all.set(entity['@id'], entity);
    return { '@id': entity['@id'] };
  }

  refer(type: string, name: string, id = entityId(type, name)): Reference {
    return this.add({ '@id': id, '@type': type, name });
  }
}
