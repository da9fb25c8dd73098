import { type WrittenTextDraft } from '#contract/written-text.ts'

/** How many texts wait for their time, are drafts, and could not become public at their time. */
export function countDrafts(drafts: readonly Pick<WrittenTextDraft, 'publish_at' | 'missed_at'>[]) {
  const missed = drafts.filter(({ missed_at: at }) => at !== null).length
  const planned = drafts.filter(({ publish_at: at }) => at !== null).length
  return { planned, drafts: drafts.length - planned - missed, missed }
}
