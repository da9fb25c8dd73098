/** A page goes out with the headers its loader gave. */
export const keptHeaders = ({ loaderHeaders }: { loaderHeaders: Headers }): Headers => loaderHeaders
