/** A page goes out with the headers its loader gave. */
export const passLoaderHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders
