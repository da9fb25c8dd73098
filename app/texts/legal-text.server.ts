import { marked } from 'marked'
import { z } from 'zod'
import disclaimed from '../../content/disclaimed.md?raw'
import membershipTerms from '../../content/membership-terms-and-conditions.md?raw'
import privacyPolicy from '../../content/privacy-policy.md?raw'
import termsConditions from '../../content/terms-conditions.md?raw'
import { keepByText } from '../format/keep-by-text.ts'
import { fillBrandName, MOST_TEXTS, parseContent } from './parse-content.server.ts'

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

const renderMarkdown = keepByText(MOST_TEXTS, (text) => marked.parse(text))

export type LegalName = keyof typeof texts

/** The day a legal text last changed, `YYYY-MM-DD`. */
export const getLegalDate = (name: LegalName): string => texts[name].matter.updated

/**
 * A legal text with the brand's name.
 *
 * @param rescheduling as `fillBrandName` expects it
 */
export async function getLegalText(
  name: LegalName,
  brandName: string,
  rescheduling?: boolean,
): Promise<LegalText> {
  const { matter, text } = texts[name]
  return { ...matter, html: await renderMarkdown(fillBrandName(text, brandName, rescheduling)) }
}
