/** §9: the usual page size of every table. */
export const DEFAULT_PAGE_SIZE = 5;

/** §9: the page sizes a person may choose. */
export const PAGE_SIZES = [5, 10, 20] as const;

/** The page sizes of the lists that only operators have. */
export const OPERATOR_PAGE_SIZES = [10, 20, 50] as const;
