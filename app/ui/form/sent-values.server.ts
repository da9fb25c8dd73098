import { z } from 'zod'
import { Id } from '#contract/primitives.ts'
import { type FormShape } from './form-shape.ts'
import { parseForm } from './read-form.server.ts'

// What a form sends beside typed fields: its pressed button, ticks and hidden values. Anything that
// no page of ours sends counts as missing.

/** A hidden text. */
export const SentText = z.string().optional().catch(undefined)
export const SentNumber = z.number().optional().catch(undefined)
export const SentId = Id.optional().catch(undefined)
export const SentTick = z.boolean().default(false).catch(false)
/** Boxes that are ticked by their texts. */
export const SentTexts = z.array(z.string()).catch([])

const MOST_IDS = 60
/** Boxes that are ticked by their ids. */
export const SentIds = SentTexts.transform((texts) =>
  [...new Set(texts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, MOST_IDS),
)

/** Reads them; each field of the schema has a value for what is missing. */
export function readForm<S extends z.ZodType>(form: FormData | URLSearchParams, schema: S): z.output<S> {
  const submission = parseForm(form, schema)
  if (submission.status === 'success') return submission.value
  throw new Error(`Without a value for what is missing: ${Object.keys(submission.error ?? {}).join(', ')}`)
}

const PressedButton = z.object({ intent: SentText })

/** The pressed button of a form with several. */
export const readIntent = (form: FormData): string | undefined => readForm(form, PressedButton).intent

/** Whether the page has the field, even if it is empty; a schema does not tell empty from missing. */
export const isSent = (form: FormData, name: string): boolean => form.has(name)

/** All texts of a form with their names, as they were sent. */
export const listSentTexts = (form: FormData): [name: string, text: string][] =>
  [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')

/** What somebody typed into a form, for the form that confirms it. */
export const listSentFields = ({ labels }: FormShape, form: FormData) =>
  listSentTexts(form).filter(([name]) => name in labels)
