import { QueryClient } from '@tanstack/react-query';

/**
 * The cache of everything read from the server. Failed reads are not repeated by themselves: the error policy has
 * spoken already, and a screen offers 'Riprova'; when the connection comes back, what has failed is read again.
 * `always`: being offline is a failure to be told, not a pause.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      refetchOnWindowFocus: false,
      refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
