/** A promise to the shopper, and the tests that would fail if it were broken. */
export interface AcceptanceCriterion {
  criterion: string
  /** File from the top of the repository → titles in it, as its source has them. */
  tests: Readonly<Record<string, readonly string[]>>
}

/** Promises that belong together and are run together: `npm run test:suite -- {name}`. */
export interface Suite {
  name: string
  about: string
  criteria: readonly AcceptanceCriterion[]
}
