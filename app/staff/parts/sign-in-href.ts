const hrefOf = (query: Record<string, string>) => `/staff/sign-in?${new URLSearchParams(query).toString()}`

/** The sign-in of staff, and the page to open after it. */
export const signInHref = (next: string) => hrefOf({ next })

/** The same with a recovery code in place of the app's. */
export const recoveryHref = (next: string) => hrefOf({ next, recovery: 'yes' })

/** In the address of the sign-in: the form that comes is one of another page. */
export const KEPT_FORM = 'kept'

/** The sign-in that keeps a form for its page, where it is sent on to afterwards. */
export const keepFormHref = (next: string) => hrefOf({ next, [KEPT_FORM]: '1' })
