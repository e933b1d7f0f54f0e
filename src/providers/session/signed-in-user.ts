import { memoryValue } from './memory-value.ts';

/** The name of the user who is signed in, once it is known. */
export const signedInUser = memoryValue<string>();
