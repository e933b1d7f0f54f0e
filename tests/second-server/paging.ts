/** The page of rows that a query requests by `page`, from 0, and `size`. Its pagination is beside `data`. */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams, defaultSize: number) {
  const page = Number(query.get('page') ?? 0);
  const size = Number(query.get('size') ?? defaultSize);
  return {
    rows: rows.slice(page * size, (page + 1) * size),
    beside: {
      pagination: { page, pageSize: null, totalCount: rows.length, totalPages: Math.ceil(rows.length / size) },
    },
  };
}
