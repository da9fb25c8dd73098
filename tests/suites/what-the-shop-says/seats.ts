import { type SuitePromise } from '../suite.ts'

/** Seats and pounds are counted once. */
export const seatsPromises: readonly SuitePromise[] = []
