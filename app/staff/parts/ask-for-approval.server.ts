import { type Approval, ApprovalAskReply } from '#contract/approval.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'
import { ASKED_WORDS, type Asked } from './asked-words.ts'

/**
 * Puts a call above the limit before a colleague.
 *
 * @param key makes a form that is sent twice one request; empty for none
 */
export async function askColleague(
  userApi: ApiClient,
  call: Pick<Approval, 'method' | 'path' | 'body'>,
  key = '',
): Promise<ApiResult<Asked>> {
  const asked = await userApi.post('/v1/approvals', ApprovalAskReply, {
    body: { approval: call },
    ...(key === '' ? {} : { idempotencyKey: `ask ${key}` }),
  })
  return asked.ok ? { ...asked, data: asked.data.approval ? 'waits' : 'done' } : asked
}

/** The same, with a sentence that says what happens now. */
export async function askForApproval(...asking: Parameters<typeof askColleague>): Promise<ApiResult<string>> {
  const asked = await askColleague(...asking)
  return asked.ok ? { ...asked, data: ASKED_WORDS[asked.data] } : asked
}
