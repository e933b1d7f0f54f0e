/** The query string in which Refine stores these filters of a list. */
export function filterSearch(filters: Readonly<Record<string, string | number>>): string {
  return Object.entries(filters)
    .map(([field, value], index) => {
      const filter = `filters[${String(index)}]`;
      return `${filter}[field]=${field}&${filter}[operator]=eq&${filter}[value]=${String(value)}`;
    })
    .join('&');
}

/** The filters, page and size of an address, by name. */
export function addressed(address: string): Readonly<Record<string, string>> {
  const params = new URL(address, 'http://portal').searchParams;
  const found = [...params].flatMap(([key, value]): [string, string][] => {
    const [, filter] = /^(filters\[\d+\])\[field\]$/.exec(key) ?? [];
    if (filter !== undefined) return [[value, params.get(`${filter}[value]`) ?? '']];
    return key.startsWith('filters[') ? [] : [[key, value]];
  });
  return Object.fromEntries(found);
}
