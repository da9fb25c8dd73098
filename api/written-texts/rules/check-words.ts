import { lexer, type Token, type Tokens, walkTokens } from 'marked'
import { type FieldErrors } from '#contract/errors.ts'
import {
  MOST_BODY,
  placeholdersOf,
  WRITTEN_TEXTS,
  type WrittenTextName,
  type WrittenWords,
} from '#contract/written-text.ts'

/** Who repairs these repairs the others on the way. */
const MOST_TOLD = 5
const NEEDED = 'This field is required'

/** Line breaks as one sign, and no blank lines around the text. */
export const tidyBody = (body: string): string =>
  body
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')

/**
 * What is wrong with the words of a text, by field; empty when the shop can show them: it renders no
 * HTML, no picture and no address that runs something.
 *
 * @param words the body as `tidyBody` returns it
 */
export function findWordProblems(name: WrittenTextName, { title, summary, body }: WrittenWords): FieldErrors {
  const { kind } = WRITTEN_TEXTS[name]
  if (kind === 'mail') return bodyErrors(findMailProblems(body))
  return {
    ...(title === '' ? { title: [NEEDED] } : lineErrors('title', title)),
    ...(summary === '' ? { summary: [NEEDED] } : lineErrors('summary', summary)),
    ...bodyErrors(body === '' ? [NEEDED] : findBodyProblems(name, body)),
  }
}

const bodyErrors = (problems: readonly string[]): FieldErrors =>
  problems.length > 0 ? { body: problems.slice(0, MOST_TOLD) } : {}

const lineErrors = (field: 'title' | 'summary', text: string): FieldErrors =>
  /[\p{Cc}{}]/u.test(text) ? { [field]: ['Write one line without curly brackets'] } : {}

function findMailProblems(body: string): string[] {
  if (body.length > MOST_BODY.mail) return [`Write at most ${String(MOST_BODY.mail)} characters`]
  return [...findSigns(body), ...findPlaceholderProblems(['brand'], body)]
}

function findBodyProblems(name: WrittenTextName, body: string): string[] {
  const found = [...findSigns(body), ...findPlaceholderProblems(placeholdersOf(name), body)]
  if (found.length > 0) return found
  // A brand whose buyers reschedule reads one part of a condition, the others read the other.
  const readings = [fillConditions(body, true), fillConditions(body, false)]
  return [...new Set(readings.flatMap((text) => findReadingProblems(name, text)))]
}

const findSigns = (body: string): string[] =>
  /[^\P{Cc}\n\t]/u.test(body) ? ['There is a sign in it that no page can show'] : []

const CONDITION = /\{\{if rescheduling\}\}([\s\S]*?)(?:\{\{else\}\}([\s\S]*?))?\{\{end\}\}/g

const fillConditions = (body: string, rescheduling: boolean): string =>
  body.replace(CONDITION, (_, on: string, off = '') => (rescheduling ? on : off))

function findPlaceholderProblems(allowed: readonly string[], body: string): string[] {
  const conditions = allowed.includes('early_fee')
  const rest = conditions ? body.replace(CONDITION, (_, on: string, off = '') => `${on}${off}`) : body
  const written = [...rest.matchAll(/\{\{([^{}]*)\}\}/g)]
  const wrong = written.find(([, inside = '']) => !allowed.includes(inside))
  const known = allowed.map((one) => `{{${one}}}`).join(', ')
  if (wrong && /^(?:if .*|else|end)$/.test(wrong[1] ?? '') && conditions)
    return ['Write {{if rescheduling}}, then perhaps {{else}}, then {{end}}, each once and in this order']
  if (wrong) return [`There is no ${wrong[0]}. You may write ${known}`]
  const left = rest.replace(/\{\{[^{}]*\}\}/g, '')
  return /\{\{|\}\}/.test(left) ? [`Curly brackets are only for ${known}`] : []
}

/** What no page of the shop shows, wherever it stands. */
function findReadingProblems(name: WrittenTextName, text: string): string[] {
  const tokens = lexer(text)
  const problems: string[] = []
  walkTokens(tokens, (token) => {
    const problem = tokenProblem(token)
    if (problem !== undefined) problems.push(problem)
  })
  return name === 'faq' ? [...problems, ...findQuestionProblems(tokens)] : problems
}

const SAFE_ADDRESS = /^(?:https:\/\/|mailto:|tel:|\/(?!\/)|#)/i

function tokenProblem(token: Token): string | undefined {
  if (token.type === 'html') return `Write no HTML: ${short(token.raw)}`
  if (token.type === 'image') return `Pictures cannot stand in a text: ${short(token.raw)}`
  if (token.type === 'heading' && (token as Tokens.Heading).depth === 1)
    return 'The title is the only heading with one #. Begin headings with ##'
  if (token.type === 'link' && !SAFE_ADDRESS.test((token as Tokens.Link).href))
    return `A link leads to https://, /, mailto: or tel:, not to ${short((token as Tokens.Link).href)}`
  return undefined
}

const short = (text: string): string => {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length > 40 ? `${line.slice(0, 40)}…` : line
}

/** Subjects are headings with ##, questions headings with ###, answers paragraphs and lists. */
function findQuestionProblems(tokens: readonly Token[]): string[] {
  const problems: string[] = []
  let subject: { title: string; questions: number } | undefined
  let question: { title: string; answered: boolean } | undefined
  const close = (isSubject: boolean) => {
    if (question && !question.answered) problems.push(`This question has no answer: ${short(question.title)}`)
    question = undefined
    if (isSubject && subject?.questions === 0)
      problems.push(`This subject has no question: ${short(subject.title)}`)
  }
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue
    if (token.type === 'heading') {
      const { depth, text } = token as Tokens.Heading
      close(depth === 2)
      if (depth === 2) subject = { title: text, questions: 0 }
      else if (depth !== 3 || !subject)
        problems.push(`Subjects begin with ##, questions with ###: ${short(text)}`)
      else {
        subject.questions += 1
        question = { title: text, answered: false }
      }
    } else if (!question) problems.push(`This stands under no question: ${short(token.raw)}`)
    else if (token.type !== 'paragraph' && token.type !== 'list')
      problems.push(`An answer is made of paragraphs and lists, not of this: ${short(token.raw)}`)
    else question.answered = true
  }
  close(true)
  if (!subject) problems.push('Write at least one subject with ## and a question with ### below it')
  return problems
}
