/**
 * The cookie that "Hide" sets. It has a single value, so cached pages exist in two variants only.
 */
export const NO_BANNER = 'no-banner=1'
export const HIDDEN_DAYS = 7

/** Whether the browser requested pages without the sale banner. */
export const hidesBanner = ({ headers }: Pick<Request, 'headers'>): boolean =>
  cookieHidesBanner(headers.get('Cookie'))

/** @param cookie the header's value */
export const cookieHidesBanner = (cookie: string | null | undefined): boolean =>
  cookie?.includes(NO_BANNER) === true && cookie.split(';').some((one) => one.trim() === NO_BANNER)
