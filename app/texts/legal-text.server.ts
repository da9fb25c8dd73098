import { z } from 'zod'
import disclaimed from '../../content/disclaimed.md?raw'
import membershipTerms from '../../content/membership-terms-and-conditions.md?raw'
import privacyPolicy from '../../content/privacy-policy.md?raw'
import termsConditions from '../../content/terms-conditions.md?raw'
import { type WrittenWords } from '#contract/written-text.ts'
import { keepByText } from '../format/keep-by-text.ts'
import { ownMarkdown } from './blog-pictures.server.ts'
import { fillBrandName, MOST_TEXTS, parseContent } from './parse-content.server.ts'
import { NO_SAVED_TEXTS } from './saved-texts.server.ts'

/** The note above every legal text. */
export const LegalFrontMatter = z.object({
  title: z.string().min(1),
  summary: z.string().min(1),
  updated: z.iso.date(),
})

export interface LegalText extends z.infer<typeof LegalFrontMatter> {
  html: string
}

const texts = {
  Disclaimed: parseContent(LegalFrontMatter, disclaimed),
  'terms-conditions': parseContent(LegalFrontMatter, termsConditions),
  'membership-terms-and-conditions': parseContent(LegalFrontMatter, membershipTerms),
  'privacy-policy': parseContent(LegalFrontMatter, privacyPolicy),
}

const renderMarkdown = keepByText(MOST_TEXTS, (text) => ownMarkdown.parse(text))

export type LegalName = keyof typeof texts

/** The day a legal text last changed, `YYYY-MM-DD`. */
export const getLegalDate = (name: LegalName, saved = NO_SAVED_TEXTS): string =>
  saved.get(name)?.changed ?? texts[name].matter.updated

/**
 * A legal text with the brand's name.
 *
 * @param rescheduling as `fillBrandName` expects it
 */
export async function getLegalText(
  name: LegalName,
  brandName: string,
  rescheduling?: boolean,
  saved = NO_SAVED_TEXTS,
): Promise<LegalText> {
  const { matter, text } = texts[name]
  const words = saved.get(name)
  const { title, summary } = words ?? matter
  const html = await renderMarkdown(fillBrandName(words?.body ?? text, brandName, rescheduling))
  return { title, summary, updated: getLegalDate(name, saved), html }
}

/** The words of `content/` for a legal text. */
export function findLegalFile(name: string): WrittenWords | undefined {
  const file = isLegalName(name) ? texts[name] : undefined
  return file && { title: file.matter.title, summary: file.matter.summary, body: file.text.trim() }
}

const isLegalName = (name: string): name is LegalName => Object.hasOwn(texts, name)
