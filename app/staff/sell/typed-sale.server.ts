import { listSentTexts } from '../../ui/form/sent-values.server.ts'
import { type Visit } from '../../visit/load-visit.server.ts'
import { type ShopSession } from '../../visit/session.server.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'

/** What was typed into the form of a sale, by field. */
export type TypedSale = Record<string, string | string[]>

/** A cookie holds 4096 bytes; as base64 this takes two thirds of it, and the session has more. */
const MOST_BYTES = 2000

/** What was typed so far, by the fields of the page; several ticks of one field are a list. */
export function listTyped({ labels }: FormShape, form: FormData): TypedSale {
  const typed: TypedSale = {}
  for (const [name, text] of listSentTexts(form)) {
    if (!(name in labels) || text === '') continue
    const before = typed[name]
    typed[name] = before === undefined ? text : [before, text].flat()
  }
  return typed
}

/**
 * Keeps what was typed for the page after a choice. In the session and not in the address, because
 * it is personal; the next page takes it out again. What there is no room for is left out, from the
 * end of the page on.
 */
export function keepTyped(session: ShopSession, typed: TypedSale): void {
  const kept: TypedSale = {}
  for (const [name, value] of Object.entries(typed)) {
    if (Buffer.byteLength(JSON.stringify({ ...kept, [name]: value })) > MOST_BYTES) break
    kept[name] = value
  }
  session.flash('saleTyped', kept)
}

/** Takes out what was typed before the last choice. */
export function readTyped(visit: Visit): TypedSale {
  const typed = visit.session.get('saleTyped')
  if (typed === undefined) return {}
  visit.changed = true
  return typed
}
