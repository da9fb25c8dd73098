import { type SuitePromise } from '../suite.ts'

/** Nobody gets in through a door left open, and a restart loses nothing. */
export const doorsPromises: readonly SuitePromise[] = []
