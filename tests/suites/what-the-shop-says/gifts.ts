import { type SuitePromise } from '../suite.ts'

/** Gift cards pay what they say, and say what they pay. */
export const giftsPromises: readonly SuitePromise[] = []
