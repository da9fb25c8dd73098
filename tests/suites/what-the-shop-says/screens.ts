import { type SuitePromise } from '../suite.ts'

/** Pages work at every width and in every way they are used. */
export const screensPromises: readonly SuitePromise[] = []
