/**
 * Headers of a page that is the same for everybody. Whoever keeps it asks again each time: a price that changed must
 * never be shown.
 */
export const SHARED = { 'Cache-Control': 'public, no-cache' } as const

const sharedPages =
  /^\/(?:product(?:\/[\w-]+)?|terms-conditions|membership-terms-and-conditions|privacy-policy|promises)?$/

/**
 * Addresses of pages that hold nothing of one visitor: they are made without looking at who asks. Add a new content
 * page here and let its loader answer with `SHARED`.
 */
export const isSharedPage = (path: string): boolean => sharedPages.test(path)
