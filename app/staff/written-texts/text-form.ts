import { type WrittenTextDraft } from '#contract/written-text.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

export const TEXT_SHAPE = {
  id: 'text',
  labels: {
    title: 'Title',
    summary: 'In a sentence',
    body: 'Text',
    note: 'What changed',
    everywhere: 'Other brands',
    sign_again: 'Sign again',
    when: 'When',
    publish_at: 'Public from',
  },
} as const satisfies FormShape

export type TextField = keyof typeof TEXT_SHAPE.labels

/** When a text becomes public: with the press, at a time, or not yet. */
export const WHENS = ['now', 'at', 'draft'] as const
export type When = (typeof WHENS)[number]

export const whenOf = (draft: Pick<WrittenTextDraft, 'publish_at'> | null): When =>
  draft === null ? 'now' : draft.publish_at === null ? 'draft' : 'at'
