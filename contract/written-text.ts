import { z } from 'zod'
import { type CareOccasion } from './care.ts'
import { Id, Instant, WHOLE_MAX } from './primitives.ts'

/** The texts of the shop that staff rewrite. */
export const writtenTextNames = [
  'waiver',
  'faq',
  'about-us',
  'buy-now-schedule-later',
  'press',
  'new-york-doors-off-helicopter',
  'new-jersey-doors-off-helicopter',
  'terms-conditions',
  'membership-terms-and-conditions',
  'privacy-policy',
  'Disclaimed',
  'mail-before-flight',
  'mail-after-flight',
  'mail-gift-expiring',
  'mail-card-expiring',
] as const
export const WrittenTextName = z.enum(writtenTextNames)
export type WrittenTextName = z.infer<typeof WrittenTextName>

/**
 * `waiver`: what passengers sign. `questions`: subjects, each with questions and answers. `page`: a
 * page that tells something. `terms`: a page of rules with the day of its last change. `mail`: the
 * shop's own words in one of its mails, plain and without a title.
 */
export type WrittenTextKind = 'waiver' | 'questions' | 'page' | 'terms' | 'mail'

export const WRITTEN_TEXTS: Readonly<Record<WrittenTextName, { title: string; kind: WrittenTextKind }>> = {
  waiver: { title: 'Waiver', kind: 'waiver' },
  faq: { title: 'Questions and answers', kind: 'questions' },
  'about-us': { title: 'About us', kind: 'page' },
  'buy-now-schedule-later': { title: 'Buy now, schedule later', kind: 'page' },
  press: { title: 'Press', kind: 'page' },
  'new-york-doors-off-helicopter': { title: 'New York with the doors off', kind: 'page' },
  'new-jersey-doors-off-helicopter': { title: 'New Jersey with the doors off', kind: 'page' },
  'terms-conditions': { title: 'Terms & Conditions', kind: 'terms' },
  'membership-terms-and-conditions': { title: 'Membership Terms & Conditions', kind: 'terms' },
  'privacy-policy': { title: 'Privacy Policy', kind: 'terms' },
  Disclaimed: { title: 'Disclaimed', kind: 'terms' },
  'mail-before-flight': { title: 'Mail two days before a flight', kind: 'mail' },
  'mail-after-flight': { title: 'Mail the day after a flight', kind: 'mail' },
  'mail-gift-expiring': { title: 'Mail before a gift card or voucher expires', kind: 'mail' },
  'mail-card-expiring': { title: 'Mail before the card of a membership expires', kind: 'mail' },
}

/** The text of each occasion on which the shop mails by itself; late guests get a text to their phone. */
export const CARE_WORDS: Readonly<Partial<Record<CareOccasion, WrittenTextName>>> = {
  before_flight: 'mail-before-flight',
  after_flight: 'mail-after-flight',
  gift_expiring: 'mail-gift-expiring',
  card_expiring: 'mail-card-expiring',
}

const FEES = ['early_fee', 'late_fee', 'late_fee_before'] as const
const GIFTS = ['gift_fees', 'gift_scopes'] as const

/** What a text may have filled in: `{{brand}}` becomes the name of the brand. */
export function placeholdersOf(name: WrittenTextName): readonly string[] {
  const { kind } = WRITTEN_TEXTS[name]
  if (kind === 'mail') return ['brand']
  const gifts = name === 'faq' || name === 'buy-now-schedule-later' ? GIFTS : []
  return ['brand', ...FEES, ...gifts]
}

/** The longest body of a text, and of a mail's words, in characters. */
export const MOST_BODY = { text: 20_000, mail: 800 } as const
/** Search engines show no more of a summary than this. */
export const MOST_SUMMARY = 170
export const MOST_TITLE = 80

/** The words of a text. Mails have a body alone. */
export const WrittenWords = z.object({
  title: z.string(),
  /** What the page is about, in a sentence. */
  summary: z.string(),
  /** Markdown; plain paragraphs for a mail. */
  body: z.string(),
})
export type WrittenWords = z.infer<typeof WrittenWords>

/** The newest words that were saved for a text of a brand. */
export const WrittenText = WrittenWords.extend({
  name: WrittenTextName,
  brand_id: Id,
  /** 1 for the first that was saved; the words of the shop's files are version 0. */
  version: Id,
  saved_at: Instant,
})
export type WrittenText = z.infer<typeof WrittenText>

/** `GET /v1/written_texts`: what was saved; a text that is missing shows the words of the shop's files. */
export const WrittenTextsReply = z.object({
  written_texts: z.array(WrittenText.extend({ name: z.string().max(60) })),
})

/** Who saved a version, when and why. */
export const WrittenTextVersion = WrittenText.omit({ title: true, summary: true, body: true }).extend({
  /** What changed, for those who come after. */
  note: z.string(),
  saved_by: z.string(),
  /** Of a waiver: who signed an older one and flies after this one was saved signs again. */
  sign_again: z.boolean(),
  /** The copies that were signed of it; only for a waiver, in its history. */
  signed: z.number().int().optional(),
})
export type WrittenTextVersion = z.infer<typeof WrittenTextVersion>
export const WrittenTextVersionWords = WrittenTextVersion.extend(WrittenWords.shape)
export type WrittenTextVersionWords = z.infer<typeof WrittenTextVersionWords>

/** The longest time for which a text is planned ahead, in days. */
export const MOST_DAYS_AHEAD = 366

/**
 * The next version of a text while nobody but staff sees it; at most one of each text and brand. Saving
 * it again gives it another id.
 */
export const WrittenTextDraft = WrittenTextVersion.omit({ version: true, signed: true }).extend({
  id: Id,
  /** The newest version when it was saved; 0 for the words of the shop's files. */
  version_was: z.number().int(),
  /** When it becomes the next version by itself; null for a draft. */
  publish_at: Instant.nullable(),
  /** Its time came and it could not be published: the text had been changed, or `/v1` refuses the words. */
  missed_at: Instant.nullable(),
})
export type WrittenTextDraft = z.infer<typeof WrittenTextDraft>
export const WrittenTextDraftWords = WrittenTextDraft.extend(WrittenWords.shape)
export type WrittenTextDraftWords = z.infer<typeof WrittenTextDraftWords>

/** `GET /v1/written_text_drafts`: all drafts and what waits for its time. */
export const WrittenTextDraftsReply = z.object({ written_text_drafts: z.array(WrittenTextDraft) })

/** `GET /v1/written_text_versions`: the newest version of every text that was ever saved. */
export const WrittenTextVersionsReply = z.object({ written_text_versions: z.array(WrittenTextVersion) })
/** `GET /v1/written_texts/{brand_id}/{name}`: all versions of a text, the newest first. */
export const WrittenTextHistoryReply = WrittenTextVersionsReply.extend({
  /** The newest version with its words; null while none was saved. */
  newest: WrittenTextVersionWords.nullable(),
  /** What is not shown yet, with its words. */
  draft: WrittenTextDraftWords.nullable(),
  /** Of the waiver: the signed copies of the words that come with the shop. */
  signed_of_files: z.number().int().optional(),
})
/** `GET /v1/written_text_versions/{brand_id}/{name}/{version}`. */
export const WrittenTextVersionReply = z.object({ written_text_version: WrittenTextVersionWords })

const words = z.object({
  name: WrittenTextName,
  /** The brands that get these words, each with the version that the page showed. */
  brands: z
    .array(
      z.object({
        brand_id: Id,
        version_was: z.number().int().min(0).max(1_000_000),
        /** The id of the draft that the page showed, which these words replace; 0 where it showed none. */
        draft_was: z.number().int().min(0).max(WHOLE_MAX).optional(),
      }),
    )
    .min(1, 'Choose at least one brand')
    .max(20)
    .refine((all) => new Set(all.map(({ brand_id: id }) => id)).size === all.length, 'Name each brand once'),
  title: z.string().trim().max(MOST_TITLE).default(''),
  summary: z.string().trim().max(MOST_SUMMARY).default(''),
  body: z.string().max(MOST_BODY.text),
  /** Only of a waiver: who signed an older one and flies after this one is public signs again. */
  sign_again: z.boolean().default(false),
})
/** `POST /v1/written_text_previews`. */
export const WrittenTextPreviewRequest = z.object({
  /** `publish_at`: when it shall be public; null or left out for now. */
  written_text: words.extend({ publish_at: Instant.nullable().default(null) }),
})
export type WrittenTextWords = z.output<typeof words>
export type WrittenTextPreviewFields = z.output<typeof WrittenTextPreviewRequest>['written_text']

export const WHAT_CHANGED = 'Say in a few words what changed'
const note = z.string({ error: WHAT_CHANGED }).trim().max(200)
/** `POST /v1/written_text_versions`. */
export const WrittenTextRequest = z.object({
  written_text: words.extend({ note: note.min(1, WHAT_CHANGED) }),
})
export type WrittenTextFields = z.output<typeof WrittenTextRequest>['written_text']

/** `POST /v1/written_text_drafts`. */
export const WrittenTextDraftRequest = z.object({
  written_text: words.extend({
    /** May wait until the words are published or planned. */
    note: note.default(''),
    /** When the words become the next version, at most `MOST_DAYS_AHEAD` ahead; null for a draft. */
    publish_at: Instant.nullable(),
  }),
})
export type WrittenTextDraftFields = z.output<typeof WrittenTextDraftRequest>['written_text']

/** What a new waiver means for whoever signed. */
export const WaiverEffect = z.object({
  /** The version that is signed now; 0 for the words of the shop's files. */
  version_was: z.number().int(),
  /** The copies that were signed of it, which stay as they are. */
  signed: z.number().int(),
  /** The guests who signed and fly after the new one is public. */
  flying: z.number().int(),
})
export type WaiverEffect = z.infer<typeof WaiverEffect>

/** What saving would make: the number of the new version by brand; null where nothing changes. */
export const WrittenTextPreviewReply = z.object({
  written_text_preview: z.object({
    brands: z.array(
      z.object({
        brand_id: Id,
        version: Id.nullable(),
        /** Only for a waiver. */
        waiver: WaiverEffect.optional(),
      }),
    ),
  }),
})
/** 409 `changed_meanwhile`: what somebody else saved since the page was read. */
export const WrittenTextConflict = z.object({ written_text_version: WrittenTextVersionWords })
/** 409 `changed_meanwhile`: the draft that somebody else saved since the page was read. */
export const WrittenTextDraftConflict = z.object({ written_text_draft: WrittenTextDraftWords })
