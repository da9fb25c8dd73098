import { type WrittenTextDraft } from '#contract/written-text.ts'
import { formatShortDay, formatTime, toLocalDate, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { type StateWords } from '../parts/staff-state.tsx'
import { versionWords } from './text-words.ts'

type Draft = Pick<WrittenTextDraft, 'publish_at' | 'missed_at' | 'version_was'>

/** `Tue 1 Dec, 12:00 am` */
export const formatWhen = (at: string, zone: string): string =>
  `${formatShortDay(toLocalDate(at, zone))}, ${formatTime(toLocalTime(at, zone))}`

/** The state of what is not shown yet, in a few words. */
export function draftState({ publish_at: at, missed_at: missed }: Draft, zone: string): StateWords {
  if (at !== null) return { text: `Public from ${formatWhen(at, zone)}`, shape: 'few' }
  if (missed !== null) return { text: 'Not published at its time', shape: 'bad' }
  return { text: 'Draft, nobody sees it', shape: 'none' }
}

/** Why a text did not become public; a sentence above its page. */
export function missedWords(draft: Draft, version: number, zone: string): string | null {
  if (draft.missed_at === null) return null
  const when = formatWhen(draft.missed_at, zone)
  const why =
    draft.version_was === version
      ? 'the shop refuses its words: Preview tells why'
      : `${versionWords(version)} was saved after it was planned, and is not written over`
  return (
    `This did not become public at its time, ${when}: ${why}. It is a draft again: look at what changes, ` +
    'and plan it once more or throw it away.'
  )
}

/** `1 waits for its time, 2 drafts.`; empty when there is none. */
export function countWords(counts: { planned: number; drafts: number; missed: number }): string {
  const parts = [
    ...(counts.missed > 0 ? [`${String(counts.missed)} not published at its time`] : []),
    ...(counts.planned > 0 ? [formatCount(counts.planned, 'waits for its time', 'wait for their time')] : []),
    ...(counts.drafts > 0 ? [formatCount(counts.drafts, 'draft', 'drafts')] : []),
  ]
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}
