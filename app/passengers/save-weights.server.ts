import { z } from 'zod'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { loadDraft, saveDraft } from '../visit/draft.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'
import { TypedWeight } from './typed-weight.ts'
import { weightNames, weightsShape } from './weights-fields.ts'

/** The weights of a party, all of them optional. */
const WeightsForm = z.object({ passengers: z.array(z.object({ weight: TypedWeight })).default([]) })

/**
 * Saves weights as they were typed, along with the rest of the draft.
 *
 * @returns whether all of them are valid
 */
export async function saveWeights(visit: Visit, form: FormData): Promise<boolean> {
  const quantity = visit.query.quantity.value ?? 1
  const { status, payload } = parseForm(form, WeightsForm)
  const typed = (payload['passengers'] ?? []) as readonly { weight?: string }[]
  const fields = { ...(await loadDraft(visit)) }
  for (const [index, name] of weightNames(quantity).entries()) {
    const text = typed[index]?.weight?.trim().slice(0, 40)
    if (text) fields[name] = text
    else Reflect.deleteProperty(fields, name)
  }
  await saveDraft(visit, fields)
  return status === 'success'
}

/** The weights of the draft with their errors, for every page that shows their form. */
export async function checkWeights(visit: Visit, quantity: number): Promise<FormAnswer> {
  const draft = await loadDraft(visit)
  const form = new FormData()
  for (const name of weightNames(quantity)) form.set(name, draft[name] ?? '')
  return refuseForm(weightsShape(quantity), parseForm(form, WeightsForm))
}
