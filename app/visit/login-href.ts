/** Where one logs in and comes back from. */
export const loginHref = (path: string) => `/account?${new URLSearchParams({ next: path }).toString()}`
