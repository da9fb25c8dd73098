import { type Brand } from '#contract/catalogue.ts'
import { WRITTEN_TEXTS, type WrittenTextName, type WrittenWords } from '#contract/written-text.ts'
import { loadGiftTerms } from '../../gifts/load-gift-terms.server.ts'
import { getWaiverText } from '../../passengers/waiver-text.server.ts'
import {
  findReadingPage,
  getQuestions,
  NO_TERMS_FIGURES,
  type QuestionGroup,
} from '../../texts/articles.server.ts'
import { getLegalText, type LegalName } from '../../texts/legal-text.server.ts'
import { asSavedTexts } from '../../texts/saved-texts.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

/** A text as the shop would show it. */
export type ShownWords = { title: string; summary: string } & (
  { html: string } | { groups: QuestionGroup[] } | { paragraphs: string[] }
)

/** Renders words as the shop's own page of that text does; nothing is stored. */
export async function showWords(
  { visit }: StaffVisit,
  brand: Brand,
  name: WrittenTextName,
  words: WrittenWords,
): Promise<ShownWords> {
  const { kind } = WRITTEN_TEXTS[name]
  const { title, summary, body } = words
  if (kind === 'mail') {
    const filled = body.replaceAll('{{brand}}', () => brand.name)
    return { title, summary, paragraphs: filled.split(/\n{2,}/).filter((part) => part.trim() !== '') }
  }
  if (kind === 'waiver')
    return { title, summary, html: (await getWaiverText(brand.name, '', words))?.html ?? '' }
  const saved = asSavedTexts(name, words, '')
  if (kind === 'terms') {
    const { html } = await getLegalText(name as LegalName, brand.name, brand.rescheduling, saved)
    return { title, summary, html }
  }
  const terms = body.includes('{{gift_')
    ? await loadGiftTerms({ brand, api: visit.api, now: visit.now })
    : NO_TERMS_FIGURES
  if (kind === 'questions')
    return { title, summary, groups: getQuestions(brand.name, terms, brand.rescheduling, saved).groups }
  const page = await findReadingPage(name, brand.name, terms, brand.rescheduling, saved)
  return { title, summary, html: page?.html ?? '' }
}
