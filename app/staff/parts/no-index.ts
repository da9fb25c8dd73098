/** Keeps search engines from indexing pages of the staff area. */
export const NO_INDEX = { name: 'robots', content: 'noindex' } as const
