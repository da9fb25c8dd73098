export interface PublishWindow {
  publishStatus: 'draft' | 'published' | 'archived'
  publishAt: Date | null
  publishUntil: Date | null
}

/**
 * True while something may be shown and sold: it is published, `publishAt` has passed and
 * `publishUntil` has not.
 */
export function isPublished(what: PublishWindow, at: Date): boolean {
  if (what.publishStatus !== 'published') return false
  if (what.publishAt && what.publishAt > at) return false
  return !what.publishUntil || what.publishUntil > at
}
