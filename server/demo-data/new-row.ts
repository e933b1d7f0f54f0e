/** What every row that operators administer begins with. */
export const NEW = { version: 1, disabled_at: null } as const;
