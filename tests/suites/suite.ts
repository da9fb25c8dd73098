/** A promise to the shopper, and the tests that fail when it is broken. */
export interface AcceptanceCriterion {
  criterion: string
  /** Maps a file, from the top of the repository, to titles in it as its source has them. */
  tests: Readonly<Record<string, readonly string[]>>
}

/** Promises that belong together and run together: `npm run test:suite -- {name}`. */
export interface Suite {
  name: string
  about: string
  criteria: readonly AcceptanceCriterion[]
}
