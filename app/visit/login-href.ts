/** The address of the log-in that returns to this page. */
export const loginHref = (path: string) => `/account?${new URLSearchParams({ next: path }).toString()}`
