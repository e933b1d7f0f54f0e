import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { isFull } from './tests/extent.ts';
import { bundledLibraries } from './tests/support/bundle-libraries.ts';

/** Upper limits for a slow or busy machine, in ms; not expected durations. */
const LIMITS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** Tests that reload the portal's modules or need their initial state. */
const FRESH = [
  'tests/component/components/layout/start.test.tsx',
  'tests/component/{adding-a-resource/*,components/layout/{lazy-home,lazy-parts,lazy-screens,translated-page},pages/{failures,sign-on,stores/google-map}}.test.tsx',
];

/** One way for every import to a library, so that there is one copy of each. */
const BUNDLED = { alias: bundledLibraries };

/**
 * The production build of React takes half the time. The development build also warns, which `npm run test:full` needs.
 */
const AS_USERS = { NODE_ENV: 'production' };

/** Projects with different order numbers run one after the other, so that a worker keeps its loaded modules. */
const inTurn = (groupOrder: number) => ({ groupOrder });

/** The portal's providers have state in their modules. */
const PROVIDERS = 'tests/unit/src/providers/**/*.test.ts';

/** Common settings of the unit tests. A thread starts in a sixth of the time of a process. */
const UNIT = { environment: 'node', pool: 'threads', sequence: inTurn(1), ...LIMITS } as const;

/** Common settings of all tests in jsdom. */
const IN_JSDOM = {
  environment: 'jsdom',
  pool: 'threads',
  globalSetup: ['tests/support/bundle-libraries.ts'],
  setupFiles: ['tests/component/setup.ts'],
  ...(!isFull && { env: AS_USERS }),
  ...LIMITS,
};

export default defineConfig({
  test: {
    // The default leaves one of two processors idle.
    maxWorkers: '100%',
    tags: [{ name: 'full', description: 'In `npm run test:full` alone.' }],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: [PROVIDERS],
          // What they test has no state, so all files can share it.
          isolate: false,
          ...UNIT,
        },
      },
      {
        test: { name: 'unit-fresh', include: [PROVIDERS], ...UNIT },
      },
      {
        plugins: [react()],
        resolve: BUNDLED,
        oxc: { jsx: { development: isFull } },
        test: {
          name: 'component',
          include: ['tests/component/**/*.test.{ts,tsx}'],
          exclude: FRESH,
          // The setup resets what tests change in modules, so all files can share them.
          isolate: false,
          // A test of a screen sometimes waits.
          maxWorkers: availableParallelism() + 1,
          sequence: inTurn(0),
          ...IN_JSDOM,
        },
      },
      {
        plugins: [react()],
        resolve: BUNDLED,
        oxc: { jsx: { development: isFull } },
        test: {
          name: 'component-fresh',
          include: FRESH,
          // Loading a file takes long, even one whose tests are all left out.
          exclude: isFull ? [] : ['tests/component/adding-a-resource/*'],
          ...IN_JSDOM,
          sequence: inTurn(1),
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/api/support/global-setup.ts'],
          // The server's modules have no state, so all files can share them.
          isolate: false,
          // API tests sometimes wait, so one more worker uses the processors better.
          maxWorkers: availableParallelism() + 1,
          sequence: inTurn(2),
          ...LIMITS,
        },
      },
      {
        plugins: [react()],
        resolve: BUNDLED,
        oxc: { jsx: { development: false } },
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/faults/setup.ts'],
          environment: 'jsdom',
          // Each file prepares the portal anew, so all files can share its modules.
          isolate: false,
          globalSetup: ['tests/support/bundle-libraries.ts', 'tests/faults/global-setup.ts'],
          pool: 'threads',
          // Scenarios sometimes wait, so one more worker uses the processors better.
          maxWorkers: availableParallelism() + 1,
          sequence: inTurn(3),
          env: AS_USERS,
          ...LIMITS,
        },
      },
    ],
  },
});
