/** Shown where a value is missing (§3). */
export const NO_VALUE = '-';
