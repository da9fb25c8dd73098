import { ApprovalAskReply } from '#contract/approval.ts'
import { type ApiClient, type ApiResult } from '../../visit/api-result.ts'

/** Puts a call above the limit before a colleague; says in a sentence what happens now. */
export async function askForApproval(
  userApi: ApiClient,
  path: string,
  body: Record<string, unknown>,
  key: string,
): Promise<ApiResult<string>> {
  const call = { body: { approval: { method: 'POST', path, body } } }
  const asked = await userApi.post('/v1/approvals', ApprovalAskReply, {
    ...call,
    ...(key === '' ? {} : { idempotencyKey: `ask ${key}` }),
  })
  if (!asked.ok) return asked
  const text = asked.data.approval
    ? 'A colleague has to approve this now, under Office, Approvals. Nothing has been given yet.'
    : 'It was within your limit, and was given.'
  return { ...asked, data: text }
}
