import { defineConfig } from 'vitest/config'

/** Tests below `tests/races` need a PostgreSQL server, which they start themselves; they share it and run in a row. */
export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    globalSetup: ['tests/support/prepare-test-database.ts'],
    setupFiles: ['tests/support/quiet-console.ts'],
    pool: 'threads',
    poolOptions: { threads: { maxThreads: 2 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: ['node_modules/**', 'build/**', 'tests/contract/**', 'tests/races/**', 'tests/e2e/**'],
        },
      },
      { extends: true, test: { name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'races',
          include: ['tests/races/**/*.test.ts'],
          pool: 'forks',
          // One after the other: each file brings a PostgreSQL and processes of its own.
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
