import { DraftRequest } from '#contract/draft.ts'
import { type SpecOnlyAnswer, type SpecOnlyCall, found, missing, refused } from './call.server.ts'
import { FAILED } from '../../error-messages.ts'

/**
 * Stores drafts in this process, because the service stores none: under a random id, for an hour.
 */
function keep(call: SpecOnlyCall, id: string, status: number) {
  const input = DraftRequest.safeParse(call.body)
  if (!input.success) return refused(422, 'invalid', FAILED)
  call.memory.drafts.set(id, input.data.draft.fields, call.now)
  return show(id, input.data.draft.fields, call.now, status)
}

const show = (id: string, fields: Record<string, string>, now: Date, status = 200) =>
  found({ draft: { id, fields, expires_at: new Date(now.getTime() + 60 * 60_000).toISOString() } }, status)

export const makeDraft = (call: SpecOnlyCall): SpecOnlyAnswer =>
  Promise.resolve(keep(call, crypto.randomUUID(), 201))

export function replaceDraft(call: SpecOnlyCall): SpecOnlyAnswer {
  const [id = ''] = call.params
  return Promise.resolve(call.memory.drafts.get(id, call.now) ? keep(call, id, 200) : missing())
}

export function getDraft(call: SpecOnlyCall): SpecOnlyAnswer {
  const [id = ''] = call.params
  const fields = call.memory.drafts.get(id, call.now)
  return Promise.resolve(fields ? show(id, fields, call.now) : missing())
}
