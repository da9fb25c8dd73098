/**
 * Whoever pressed "Hide" has it. It says nothing else, so pages for everybody are of two kinds and
 * not of many.
 */
export const NO_BANNER = 'no-banner=1'
export const HIDDEN_DAYS = 7

/** Whether a browser asked for pages without the sale banner. */
export const hidesBanner = ({ headers }: Pick<Request, 'headers'>): boolean =>
  cookieHidesBanner(headers.get('Cookie'))

/** @param cookie the header's value */
export const cookieHidesBanner = (cookie: string | null | undefined): boolean =>
  cookie?.includes(NO_BANNER) === true && cookie.split(';').some((one) => one.trim() === NO_BANNER)
