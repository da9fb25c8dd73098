import { type z } from 'zod'
import '#contract/error-sentences.ts'
import { type FieldErrors } from '#contract/errors.ts'
import { bareFieldName } from '#contract/field-names.ts'

type Issue = z.core.$ZodIssue
interface Problem {
  path: PropertyKey[]
  message: string
}

/**
 * The errors of a schema as `{ field: [messages] }`; fields of a body are named by `bareFieldName`.
 */
export function fieldErrors(error: { issues: readonly Issue[] }, of: 'body' | 'query' = 'body'): FieldErrors {
  const fields: FieldErrors = {}
  for (const { path, message } of error.issues.flatMap(problemsOf)) {
    const name = of === 'body' ? bareFieldName(path) : path.map(String).join('.') || 'base'
    const messages = fields[name] ?? []
    if (!messages.includes(message)) fields[name] = [...messages, message]
  }
  return fields
}

/**
 * The problems of an issue. For a union these are the problems of the alternative that was most
 * likely meant.
 */
function problemsOf(issue: Issue): Problem[] {
  const { path, message } = issue
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message }))
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, message }]
  return findLikeliestAlternative(issue.errors)
    .flatMap(problemsOf)
    .map((problem) => ({ ...problem, path: [...path, ...problem.path] }))
}

/**
 * Picks the alternative of a union that was most likely meant: a body may be wrapped (`{ order: …
 * }`) or flat, a field may be a text or a number. Its own type fits the input, and it does not only
 * lack the wrapper.
 */
function findLikeliestAlternative(alternatives: readonly Issue[][]): Issue[] {
  const distance = (issues: Issue[]) => {
    const [first] = issues.filter(({ path }) => path.length === 0)
    if (first?.code === 'invalid_value') return 3
    if (first?.code === 'invalid_type') return 2
    const lacksWrapper =
      issues.length === 1 && issues[0]?.code === 'invalid_type' && issues[0].path.length === 1
    return lacksWrapper ? 1 : 0
  }
  return [...alternatives].sort((a, b) => distance(a) - distance(b))[0] ?? []
}
