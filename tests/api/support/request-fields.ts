interface Operation {
  readonly parameters: readonly { readonly name: string; readonly description?: string; readonly example?: unknown }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties?: Record<string, object> } }>>;
  };
}

/** The names in the requests of an OpenAPI document: all, and those without a description or an example. */
export function requestFields(document: object): { readonly all: string[]; readonly undescribed: string[] } {
  const { paths } = document as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = operations
    .flatMap((operation) => operation.parameters)
    .map(({ name, description, example }) => [name, Boolean(description) && example !== undefined] as const);
  const fields = operations
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
    .map(([name, field]) => [name, 'description' in field && 'examples' in field] as const);
  const found = [...parameters, ...fields];
  return {
    all: found.map(([name]) => name),
    undescribed: found.filter(([, isDescribed]) => !isDescribed).map(([name]) => name),
  };
}
