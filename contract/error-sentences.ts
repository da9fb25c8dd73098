import { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const MISSING = 'This field is required'
const KINDS: Readonly<Record<string, string>> = {
  string: 'Must be text',
  number: 'Must be a number',
  nan: 'Must be a number',
  int: 'Must be a whole number',
  bigint: 'Must be a whole number',
  boolean: 'Must be true or false',
  stringbool: 'Must be true or false',
  array: 'Must be a list',
  set: 'Must be a list',
  object: 'Must be an object with its fields',
  record: 'Must be an object with its fields',
  map: 'Must be an object with its fields',
  date: 'Must be a date',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Please input a correct email',
  url: 'Must be a web address',
  uuid: 'Must be an id of this kind',
  guid: 'Must be an id of this kind',
  datetime: 'Must be a date and time with a zone, like 2026-12-24T16:30:00Z',
  date: 'Must be a date like 2026-12-24',
  time: 'Must be a time like 16:30',
  ipv4: 'Must be an IP address',
  ipv6: 'Must be an IP address',
}

const many = (count: unknown, one: string) => `${String(count)} ${one}${Number(count) === 1 ? '' : 's'}`

function tooSmall({ origin, minimum, inclusive, exact }: Issue & { code: 'too_small' }): string {
  if (origin === 'string') {
    if (exact) return `Write exactly ${many(minimum, 'character')}`
    return Number(minimum) <= 1 ? MISSING : `Length should be at least ${many(minimum, 'character')}`
  }
  if (origin === 'array' || origin === 'set')
    return `Must have at least ${many(minimum, 'entry')}`.replace('entrys', 'entries')
  return inclusive ? `Must be ${String(minimum)} or more` : `Must be more than ${String(minimum)}`
}

function tooBig({ origin, maximum, inclusive }: Issue & { code: 'too_big' }): string {
  if (origin === 'string') return `Write at most ${many(maximum, 'character')}`
  if (origin === 'array' || origin === 'set')
    return `Must have at most ${many(maximum, 'entry')}`.replace('entrys', 'entries')
  return inclusive ? `Must be ${String(maximum)} or less` : `Must be less than ${String(maximum)}`
}

function oneOf(values: readonly unknown[]): string {
  const named = values.map((value) => (value === '' ? 'empty' : String(value)))
  return named.length === 1 ? `Must be ${named.join('')}` : `Must be one of: ${named.join(', ')}`
}

/** Returns the default message for an invalid value whose schema has no message of its own. */
export function errorSentence(issue: Issue): string {
  if (issue.code !== 'custom' && issue.input === undefined) return MISSING
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === null ? MISSING : (KINDS[issue.expected] ?? 'Is not of the right kind')
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Is not written the right way'
    case 'not_multiple_of':
      return `Must be a multiple of ${String(issue.divisor)}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'unrecognized_keys':
      return 'There is no such field'
    case 'invalid_union':
      return 'Is not one of the kinds there are'
    default:
      return 'Is not of the right kind'
  }
}

// Zod's default messages are for developers; these reach shoppers and other systems.
z.config({ customError: errorSentence })
