import { type WrittenTextKind, type WrittenTextName } from '#contract/written-text.ts'

export const TEXTS_PATH = '/staff/content'

export const textPath = (brandId: number, name: string) => `${TEXTS_PATH}/${String(brandId)}/${name}`

export const KINDS: Readonly<Record<WrittenTextKind, string>> = {
  waiver: 'Signed',
  questions: 'Questions',
  page: 'Page',
  terms: 'Terms',
  mail: 'Own words in a mail',
}

/** What is shown until somebody saves a version. */
export const fileWords = (kind: WrittenTextKind): string =>
  kind === 'mail' ? 'No words of your own yet.' : 'As it comes with the shop.'

/** Where shoppers read it; undefined for what has no page of its own. */
export const shopPath = (kind: WrittenTextKind, name: WrittenTextName): string | undefined =>
  kind === 'waiver' || kind === 'mail' ? undefined : `/${name}`

/** What happens once it is public, by kind. */
export const EFFECTS: Readonly<Record<WrittenTextKind, string>> = {
  waiver:
    'Who signs from then on signs the new version. Whoever signed already keeps the words that they ' +
    'signed, and signs again only if you ask for it.',
  questions: 'Shoppers read it once it is public, and search engines get the same answers.',
  page: 'Shoppers read it once it is public.',
  terms:
    'Shoppers read it once it is public, with that day as the day of its last change. Orders are not asked ' +
    'again.',
  mail:
    'Once it is public, each mail has it below its first sentence. The facts of the mail stay as they ' +
    'are.',
}

export const HOW_TO: Readonly<Record<'text' | 'questions' | 'mail', string>> = {
  text: '## begins a heading, - a line of a list, and a blank line a paragraph. [Words](/faq) make a link.',
  questions: '## begins a subject, ### a question. Below it stands the answer: paragraphs, or lists with -.',
  mail: 'Plain text; a blank line begins a paragraph. Empty it to send the mail without words of your own.',
}

export const CONDITION =
  'What stands between {{if rescheduling}} and {{end}} is for brands whose buyers move their flights ' +
  'themselves; what follows {{else}} is for the others.'

/** `version 3`, or the words of the shop's files for 0. */
export const versionWords = (version: number): string =>
  version === 0 ? 'the words that come with the shop' : `version ${String(version)}`
