import { parseWeight } from './parse-weight.ts'
import { loadDraft, saveDraft } from '../visit/draft.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { passengerField } from './passenger-field.ts'

/**
 * Saves weights as they were typed, along with the rest of the draft.
 *
 * @returns whether all of them are valid
 */
export async function saveWeights(visit: Visit, form: FormData): Promise<boolean> {
  const fields = { ...(await loadDraft(visit)) }
  const typed = Array.from({ length: visit.query.quantity.value ?? 1 }, (_, index) => {
    const name = passengerField(index, 'weight')
    const text = form.get(name)
    return { name, text: typeof text === 'string' ? text.trim().slice(0, 40) : '' }
  })
  for (const { name, text } of typed) {
    if (text === '') Reflect.deleteProperty(fields, name)
    else fields[name] = text
  }
  await saveDraft(visit, fields)
  return typed.every(({ text }) => text === '' || parseWeight(text) !== undefined)
}
