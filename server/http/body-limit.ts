/** Bytes of a body where the contract sets no other limit (rules §8). */
export const BODY_LIMIT = 64 * 1024;
