import { findShopBrand } from '#brands/index.ts'
import { type Tokens } from 'marked'
import { z } from 'zod'
import faq from '../../content/faq.md?raw'
import { Place } from '#contract/enums.ts'
import { type WrittenWords } from '#contract/written-text.ts'
import { keepByText } from '../format/keep-by-text.ts'
import { ownMarkdown } from './blog-pictures.server.ts'
import {
  escapeMarkdown,
  BrandIds,
  fillBrandName,
  MOST_TEXTS,
  parseContent,
  PictureFrontMatter,
  readContentFiles,
} from './parse-content.server.ts'
import { NO_SAVED_TEXTS, type SavedTexts } from './saved-texts.server.ts'

const PageMatter = PictureFrontMatter.extend({
  /** Slug of the flight the story is about. */
  flight: z.string().optional(),
})
const PostMatter = PageMatter.extend({
  date: z.iso.date(),
  /** The place that a coastal brand shows if it does not fly over `place`. */
  coast: Place.optional(),
  /** The brand that publishes the story, if it is about a place; otherwise all do. */
  brands: BrandIds.optional(),
})
const FaqMatter = PageMatter.pick({ title: true, summary: true })

export type PageMatter = z.infer<typeof PageMatter>
export type PostMatter = Omit<z.infer<typeof PostMatter>, 'coast' | 'brands'> & { slug: string }
/** The brand that publishes a story, with its name and its places. */
export interface StoryFacts {
  id: number
  name: string
  /** Its buyers reschedule their flights themselves. */
  rescheduling?: boolean | undefined
}

const pages = readContentFiles(
  PageMatter,
  import.meta.glob<string>('/content/pages/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const posts = readContentFiles(
  PostMatter,
  import.meta.glob<string>('/content/posts/*.md', { eager: true, query: '?raw', import: 'default' }),
)
const questions = parseContent(FaqMatter, faq)

export interface ReadingPage extends PageMatter {
  html: string
}

/** The terms of the gift cards on sale. */
export interface TermsFigures {
  /** The departures that each of them pays for. */
  scopes: readonly string[]
  /** The fees that are due at redemption. */
  fees: string
}

/** If the service does not say, the text refers to the card. */
export const NO_TERMS_FIGURES: TermsFigures = {
  scopes: [],
  fees: 'What is left to pay when it is redeemed, if anything, is named on it with its amount.',
}

const inOurWords = (text: string, brandName: string, terms: TermsFigures, rescheduling?: boolean) =>
  fillBrandName(text, brandName, rescheduling)
    .replaceAll('{{gift_fees}}', escapeMarkdown(terms.fees))
    .replaceAll('{{gift_scopes}}', terms.scopes.map((scope) => `- ${escapeMarkdown(scope)}`).join('\n'))

const renderMarkdown = keepByText(MOST_TEXTS, (text) => ownMarkdown.parse(text))

const toHtml = (text: string, brandName: string, terms = NO_TERMS_FIGURES, rescheduling?: boolean) =>
  renderMarkdown(inOurWords(text, brandName, terms, rescheduling))

/** Addresses of the written pages, without the slash. */
export const readingNames = (): string[] => [...pages.keys()]

/**
 * A written page with the brand's name; undefined for an unknown one.
 *
 * @param rescheduling as `fillBrandName` expects it
 */
export async function findReadingPage(
  name: string,
  brandName: string,
  terms?: TermsFigures,
  rescheduling?: boolean,
  saved = NO_SAVED_TEXTS,
): Promise<ReadingPage | undefined> {
  const page = findPage(name, saved)
  return page && { ...page.matter, html: await toHtml(page.text, brandName, terms, rescheduling) }
}

/** A page in the words that staff saved, with the picture and the flight of its file. */
function findPage(name: string, saved: SavedTexts) {
  const page = pages.get(name)
  const words = saved.get(name)
  if (!page || !words) return page
  const { title, summary, body: text } = words
  return { matter: { ...page.matter, title, summary }, text }
}

const isForBrand = ({ brands }: z.infer<typeof PostMatter>, brandId: number): boolean =>
  brands?.includes(brandId) ?? true

const postOf = (slug: string, matter: z.infer<typeof PostMatter>, brandId: number): PostMatter => {
  const { title, summary, date, mood, flight, coast } = matter
  const place = findShopBrand(brandId).coastal ? (coast ?? matter.place) : matter.place
  return { slug, title, summary, date, place, mood, flight }
}

/**
 * The stories that a brand has published by a day, the newest first.
 *
 * @param today YYYY-MM-DD
 */
export function listPosts(today: string, brandId: number): PostMatter[] {
  return [...posts]
    .filter(([, { matter }]) => isForBrand(matter, brandId))
    .map(([slug, { matter }]) => postOf(slug, matter, brandId))
    .filter(({ date }) => date <= today)
    .sort((a, b) => b.date.localeCompare(a.date))
}

/**
 * Keeps the brand's picture of two that follow each other: the first is the city's, the second the
 * coasts'.
 */
const ownPictures = (text: string, brandId: number): string =>
  text.replace(/(!\[.*\]\(scene:.*\))\n(!\[.*\]\(scene:.*\))/g, findShopBrand(brandId).coastal ? '$2' : '$1')

/** One story; undefined for an unknown one, one that is not published yet, or another brand's. */
export async function findPost(
  slug: string,
  brand: StoryFacts,
  today: string,
): Promise<(PostMatter & { html: string }) | undefined> {
  const post = posts.get(slug)
  if (!post || post.matter.date > today || !isForBrand(post.matter, brand.id)) return undefined
  const html = await toHtml(ownPictures(post.text, brand.id), brand.name)
  return { ...postOf(slug, post.matter, brand.id), html }
}

/** The Markdown of a story; empty for an unknown one. */
export const readPostText = (slug: string): string => posts.get(slug)?.text ?? ''

/** The Markdown of the written pages. */
export const readPageTexts = (brandName: string, rescheduling?: boolean, saved = NO_SAVED_TEXTS) =>
  [...pages.keys()].flatMap((name) => {
    const page = findPage(name, saved)
    if (!page) return []
    const text = inOurWords(page.text, brandName, NO_TERMS_FIGURES, rescheduling)
    return { name, ...page.matter, text }
  })

export interface QuestionGroup {
  title: string
  questions: { question: string; html: string; plain: string }[]
}

/**
 * The questions by subject: second-level headings are the subjects, third-level ones the questions.
 */
export function getQuestions(
  brandName: string,
  terms = NO_TERMS_FIGURES,
  rescheduling?: boolean,
  saved = NO_SAVED_TEXTS,
): z.infer<typeof FaqMatter> & { groups: QuestionGroup[] } {
  const words = saved.get('faq')
  const groups = readGroups(inOurWords(words?.body ?? questions.text, brandName, terms, rescheduling))
  const { title, summary } = words ?? questions.matter
  return { title, summary, groups }
}

const readGroups = keepByText(MOST_TEXTS, (text) => {
  const groups: QuestionGroup[] = []
  for (const token of ownMarkdown.lexer(text)) {
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading
      if (depth === 2) groups.push({ title: text, questions: [] })
      else groups.at(-1)?.questions.push({ question: text, html: '', plain: '' })
    } else if (token.type === 'paragraph' || token.type === 'list') {
      const question = groups.at(-1)?.questions.at(-1)
      if (!question) continue
      question.html += ownMarkdown.parser([token])
      question.plain = [question.plain, plainOf(token as Tokens.Paragraph | Tokens.List)]
        .filter(Boolean)
        .join(' ')
    }
  }
  return groups
})

const plainOf = (token: Tokens.Paragraph | Tokens.List): string =>
  token.type === 'paragraph'
    ? token.text
    : (token as Tokens.List).items.map(({ text }) => `${text}.`).join(' ')

/** The words of `content/` for the questions, or for a page; undefined for an unknown one. */
export function findArticleFile(name: string): WrittenWords | undefined {
  const file = name === 'faq' ? questions : pages.get(name)
  return file && { title: file.matter.title, summary: file.matter.summary, body: file.text.trim() }
}
