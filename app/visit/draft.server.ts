import { DraftReply } from '#contract/draft.ts'
import { type Visit } from './load-visit.server.ts'

type Fields = Record<string, string>
/** Cached for the request; saving a draft replaces it. */
const known = new WeakMap<Visit, Promise<Fields>>()

/** The saved values of the visitor; empty if there are none. */
export function loadDraft(visit: Visit): Promise<Fields> {
  const found = known.get(visit) ?? readDraft(visit)
  known.set(visit, found)
  return found
}

async function readDraft({ api, session }: Visit): Promise<Fields> {
  const id = session.get('draftId')
  if (!id) return {}
  const result = await api.get(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply)
  return result.ok ? result.data.draft.fields : {}
}

/** Saves what was typed. A failure must not stop the purchase. */
export async function saveDraft(visit: Visit, fields: Fields): Promise<void> {
  const { api, session } = visit
  known.set(visit, Promise.resolve(fields))
  const body = { draft: { fields } }
  const id = session.get('draftId')
  if (id) {
    const replaced = await api.put(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply, { body })
    if (replaced.ok) return
  }
  const made = await api.post('/v1/drafts', DraftReply, { body })
  if (made.ok) session.set('draftId', made.data.draft.id)
}

/**
 * Deletes the draft after a purchase, because typed weights must not be kept: the passengers' data
 * is part of the order.
 */
export async function eraseDraft({ api, session }: Visit): Promise<void> {
  const id = session.get('draftId')
  if (id)
    await api.put(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply, { body: { draft: { fields: {} } } })
  session.unset('draftId')
}
