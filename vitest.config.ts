import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { isFull } from './tests/extent.ts';

/** In ms. Limits for a machine that is slow or busy, not times that anything takes. */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** Tests that load the portal's modules anew, or what these keep once it is loaded. */
const FRESH = [
  'tests/component/{adding-a-resource/*,layout/lazy-parts,layout/lazy-screens,pages/{failures,sign-on}}.test.tsx',
];

/** As Node itself resolves: react-router-dom, which Node loads, and Refine must find the same copy of the router. */
const ONE_ROUTER = { conditions: ['module-sync', 'module', 'node', 'development'] };

/** React as users run it: the developers' one takes twice the time, and warns besides, which `npm run test:full` needs. */
const AS_USERS = { NODE_ENV: 'production' };

/**
 * Projects with another turn run one after the other: a worker that keeps what it has loaded serves one project, and is
 * lost when a file of another one comes between.
 */
const inTurn = (groupOrder: number) => ({ groupOrder });

/** What the tests of screens and of what they consist of have in common. */
const IN_JSDOM = {
  environment: 'jsdom',
  pool: 'threads',
  setupFiles: ['tests/component/setup.ts'],
  ...(!isFull && { env: AS_USERS }),
  ...LIMITS,
  // Refine and the portal must share one copy of the router.
  server: { deps: { inline: [/@refinedev\//] } },
};

export default defineConfig({
  test: {
    // By itself vitest leaves one processor idle, of two.
    maxWorkers: '100%',
    tags: [{ name: 'full', description: 'In `npm run test:full` alone.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          environment: 'node',
          ...LIMITS,
          // A thread starts faster than a process: a sixth of the time.
          pool: 'threads',
          sequence: inTurn(1),
        },
      },
      {
        plugins: [react()],
        resolve: ONE_ROUTER,
        oxc: { jsx: { development: isFull } },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          exclude: FRESH,
          // What a test leaves in the portal's modules, the setup takes back: they are loaded once for all files.
          isolate: false,
          sequence: inTurn(0),
          ...IN_JSDOM,
        },
      },
      {
        plugins: [react()],
        resolve: ONE_ROUTER,
        oxc: { jsx: { development: isFull } },
        test: { name: 'component-fresh', include: FRESH, ...IN_JSDOM, sequence: inTurn(1) },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/api/support/global-setup.ts'],
          // The server's modules hold no state: loading them once for all files is enough.
          isolate: false,
          // A test of the server waits now and then.
          maxWorkers: availableParallelism() + 1,
          sequence: inTurn(2),
          ...LIMITS,
        },
      },
      {
        plugins: [react()],
        resolve: ONE_ROUTER,
        oxc: { jsx: { development: false } },
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/faults/setup.ts'],
          environment: 'jsdom',
          globalSetup: ['tests/faults/global-setup.ts'],
          pool: 'threads',
          // A scenario waits now and then.
          maxWorkers: availableParallelism() + 1,
          sequence: inTurn(3),
          env: AS_USERS,
          ...LIMITS,
          server: { deps: { inline: [/@refinedev\//] } },
        },
      },
    ],
  },
});
