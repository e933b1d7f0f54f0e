import { isText, storedValue } from './stored-value.ts';

/** The RelayState of the sign-on under way (§7). */
export const relayState = storedValue('relayState', isText);
