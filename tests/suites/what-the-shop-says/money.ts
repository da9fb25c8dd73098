import { type SuitePromise } from '../suite.ts'

/** Every amount is shown before it is asked. */
export const moneyPromises: readonly SuitePromise[] = []
