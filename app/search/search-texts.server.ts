import { correctTypos, splitWords } from '#contract/word-likeness.ts'
import {
  getQuestions,
  listPosts,
  readPageTexts,
  readPostText,
  type StoryFacts,
} from '../texts/articles.server.ts'
import { NO_SAVED_TEXTS, type SavedTexts } from '../texts/saved-texts.server.ts'

/** A text of the shop that was found. */
export interface FoundText {
  kind: 'Story' | 'Question' | 'Page'
  title: string
  href: string
  about: string
}

interface IndexedText extends FoundText {
  words: ReadonlySet<string>
  titleWords: ReadonlySet<string>
}

const MOST = 6
/** Words that occur in every text do not distinguish one. */
const COMMON = new Set(
  (
    'a an and are at be by can do for from how i in is it my of on or our the to we what when ' +
    'with you your'
  ).split(' '),
)

const index = (text: FoundText, more: string): IndexedText => ({
  ...text,
  titleWords: new Set(splitWords(text.title)),
  words: new Set(splitWords(`${text.title} ${text.about} ${more}`)),
})

const cache = new Map<string, readonly IndexedText[]>()

/**
 * The texts are indexed once for each brand, again each day for new stories, and when staff saved
 * one.
 */
function textsOf(brand: StoryFacts, today: string, saved: SavedTexts): readonly IndexedText[] {
  const versions = [...saved].map(([name, { version }]) => `${name} ${String(version)}`)
  const key = [today, brand.id, brand.rescheduling ?? true, ...versions].join(' ')
  const known = cache.get(key)
  if (known) return known
  const stories = listPosts(today, brand.id).map(({ slug, title, summary }) =>
    index({ kind: 'Story', title, href: `/blog/${slug}`, about: summary }, readPostText(slug)),
  )
  const questions = getQuestions(brand.name, undefined, brand.rescheduling, saved).groups.flatMap((group) =>
    group.questions.map(({ question, plain }) =>
      index({ kind: 'Question', title: question, href: '/faq', about: plain }, group.title),
    ),
  )
  const pages = readPageTexts(brand.name, brand.rescheduling, saved).map(({ name, title, summary, text }) =>
    index({ kind: 'Page', title, href: `/${name}`, about: summary }, text),
  )
  const texts = [...questions, ...pages, ...stories]
  if (cache.size > 8) cache.clear()
  cache.set(key, texts)
  return texts
}

/**
 * A word matches as a whole or as the beginning of a longer one; in a title it counts three times.
 */
function scoreOf(text: IndexedText, searchWords: readonly string[]): number {
  const has = (words: ReadonlySet<string>, word: string) =>
    words.has(word) || (word.length > 3 && [...words].some((one) => one.startsWith(word)))
  return searchWords.reduce(
    (sum, word) => sum + (has(text.titleWords, word) ? 3 : has(text.words, word) ? 1 : 0),
    0,
  )
}

/**
 * Stories, questions and pages with the typed words, typos corrected; the best first. `asTyped` is
 * true if they contain all words without corrections.
 */
export function searchTexts(
  typed: string,
  brand: StoryFacts,
  today: string,
  saved: SavedTexts = NO_SAVED_TEXTS,
): { texts: FoundText[]; asTyped: boolean } {
  const texts = textsOf(brand, today, saved)
  const known = new Set(texts.flatMap(({ words }) => [...words]))
  const corrected = correctTypos(typed, known)
  const searchWords = splitWords(corrected ?? typed).filter((word) => !COMMON.has(word))
  if (searchWords.length === 0) return { texts: [], asTyped: false }
  const found = texts
    .map((text) => ({ text, score: scoreOf(text, searchWords) }))
    .filter(({ score }) => score >= searchWords.length)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ text: { kind, title, href, about } }) => ({ kind, title, href, about }))
  return { texts: found, asTyped: corrected === undefined && found.length > 0 }
}
