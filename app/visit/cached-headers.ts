/** Sends a page with the headers of its loader. */
export const passLoaderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders
