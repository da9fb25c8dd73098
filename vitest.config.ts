import { defineConfig } from 'vitest/config'
import { CORE_RACES, LONG_UNIT, PAGE_TESTS, short } from './scripts/short-tests.mjs'

/**
 * Unit tests and races share one PostgreSQL server, each file with databases of its own; the
 * contract is tried on the embedded database. Files share the modules that are loaded: loading them
 * anew took half of the time.
 */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    setupFiles: ['tests/support/quiet-console.ts'],
    pool: 'threads',
    poolOptions: { threads: { maxThreads: 2, isolate: false } },
    // No test measures time: a limit only ends what hangs, and a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['tests/support/prepare-postgres.ts'],
          include: ['**/*.test.{ts,tsx}'],
          exclude: [
            'node_modules/**',
            'build/**',
            'tests/contract/**',
            'tests/races/**',
            'tests/week/**',
            'tests/cluster/**',
            'tests/e2e/**',
            ...(short ? [PAGE_TESTS, ...LONG_UNIT] : []),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          globalSetup: ['tests/support/prepare-embedded.ts'],
          include: ['tests/contract/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'races',
          globalSetup: ['tests/support/prepare-postgres.ts'],
          // The simulated week kills processes and cuts connections like the races.
          include: short ? CORE_RACES : ['tests/races/**/*.test.ts', 'tests/week/**/*.test.ts'],
          pool: 'forks',
          // One after the other: each file brings processes of its own.
          poolOptions: { forks: { singleFork: true, isolate: false } },
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
      {
        extends: true,
        test: {
          // Started by hand: it needs Debian's servers, and minutes.
          name: 'cluster',
          include: ['tests/cluster/**/*.test.ts'],
          pool: 'forks',
          poolOptions: { forks: { singleFork: true, isolate: false } },
          testTimeout: 900_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
