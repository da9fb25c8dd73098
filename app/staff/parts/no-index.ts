/** Of every page of the desk: search engines have no business there. */
export const NO_INDEX = { name: 'robots', content: 'noindex' } as const
