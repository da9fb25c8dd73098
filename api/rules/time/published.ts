export interface PublishWindow {
  publishStatus: 'draft' | 'published' | 'archived'
  publishAt: Date | null
  publishUntil: Date | null
}

/**
 * True while something may be seen and sold: published, from `publishAt` on, before `publishUntil`.
 */
export function isPublished(what: PublishWindow, at: Date): boolean {
  if (what.publishStatus !== 'published') return false
  if (what.publishAt && what.publishAt > at) return false
  return !what.publishUntil || what.publishUntil > at
}
