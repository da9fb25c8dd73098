import { DraftReply } from '#contract/draft.ts'
import { type Visit } from './load-visit.server.ts'

type Fields = Record<string, string>
/** Asked for once in a visit; what is saved meanwhile takes its place. */
const known = new WeakMap<Visit, Promise<Fields>>()

/** What the visitor typed before; empty when nothing is kept. */
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

/** Keeps what was typed. A draft that cannot be kept stops nobody from buying. */
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
 * Once a purchase is over, nothing that was typed for it is kept: weights are for the flight team
 * from then on.
 */
export async function eraseDraft({ api, session }: Visit): Promise<void> {
  const id = session.get('draftId')
  if (id)
    await api.put(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply, { body: { draft: { fields: {} } } })
  session.unset('draftId')
}
