import { COUNTED_UP_TO } from '#contract/state-counts.ts'

/** Long lists are counted up to this number only; a search narrows them. */
export const STAFF_COUNT_LIMIT = COUNTED_UP_TO

/** `One mail`, `12 mails`, `1,000 or more mails`. */
export const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${countFigure(count)} ${many}`

export const countFigure = (count: number): string =>
  `${count.toLocaleString('en-US')}${count >= STAFF_COUNT_LIMIT ? ' or more' : ''}`
