import { useGetIdentity } from '@refinedev/core';
import type { Identity } from './identity.ts';

/** The signed-in user; null after the sign-out, and for a user that the server does not know. */
export function useIdentity() {
  return useGetIdentity<Identity | null>();
}
