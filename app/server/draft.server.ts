import { DraftReply } from '#contract/draft.ts'
import { type Visit } from './load-checkout.server.ts'

/** What the visitor typed before; empty when nothing is kept. */
export async function loadDraft({ api, session }: Visit): Promise<Record<string, string>> {
  const id = session.get('draftId')
  if (!id) return {}
  const result = await api.get(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply)
  return result.ok ? result.data.draft.fields : {}
}

/** Keeps what was typed. A draft that cannot be kept stops nobody from buying. */
export async function saveDraft({ api, session }: Visit, fields: Record<string, string>): Promise<void> {
  const body = { draft: { fields } }
  const id = session.get('draftId')
  if (id) {
    const replaced = await api.put(`/v1/drafts/${encodeURIComponent(id)}`, DraftReply, { body })
    if (replaced.ok) return
  }
  const made = await api.post('/v1/drafts', DraftReply, { body })
  if (made.ok) session.set('draftId', made.data.draft.id)
}
