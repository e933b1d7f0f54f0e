/** The largest body in bytes, unless the contract sets another limit (rules §8). */
export const BODY_LIMIT = 64 * 1024;
