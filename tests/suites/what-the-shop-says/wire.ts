import { type SuitePromise } from '../suite.ts'

/** The `/v1` calls keep to the specification. */
export const wirePromises: readonly SuitePromise[] = []
