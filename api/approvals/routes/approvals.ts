import { createRoute } from '@hono/zod-openapi'
import { type Context } from 'hono'
import { z } from 'zod'
import { ApprovalAskReply, ApprovalReply, ApprovalRequest, ApprovalsReply } from '#contract/approval.ts'
import {
  type ApiEnv,
  createRouter,
  refusalReply,
  type Refused,
  type SignedInCaller,
} from '../../http/http.ts'
import { idempotent } from '../../access/idempotent.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { approve, askForApproval, type Deciding, refuseApproval } from '../decide-approval.ts'
import { type RunCall } from '../describe-subject.ts'
import { approvalSorts, listApprovals } from '../present-approvals.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/approvals',
  summary: 'List what staff asked approval for, the oldest first; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery(approvalSorts).extend({ state: z.enum(['open', 'all']).default('open') }) },
  responses: { 200: jsonReply('Approvals', ApprovalsReply) },
})
const ask = createRoute({
  method: 'post',
  path: '/v1/approvals',
  summary: 'Ask somebody else to approve a call that is above the caller’s limit; staff only',
  description:
    'The call is made first: only one that is refused with `approval_needed` waits, and `approval` is ' +
    'null when it was within the limit by now and has been made. Other refusals are answered as they are.',
  middleware: [requireCaller, idempotent] as const,
  request: { body: jsonBody(ApprovalRequest) },
  responses: { 201: jsonReply('What waits now', ApprovalAskReply) },
})
const decide = (what: 'approve' | 'refuse', summary: string) =>
  createRoute({
    method: 'post',
    path: `/v1/approvals/{id}/${what}`,
    summary,
    middleware: [requireCaller] as const,
    request: { params: IdParams },
    responses: { 200: jsonReply('The approval', ApprovalReply) },
  })

type C = Context<ApiEnv & { Variables: { signedIn: SignedInCaller } }>

/** Calls `/v1` once more as the caller of this call. */
const runCallOf =
  (c: C): RunCall =>
  ({ method, path, body, headers }, requestId) =>
    c.get('callAgain')(
      new Request(new URL(path, c.req.url), {
        method,
        headers: {
          ...headers,
          Authorization: c.req.header('Authorization') ?? '',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
      requestId,
    )

const deciding = (c: C): Deciding => ({ caller: c.get('signedIn'), by: auditBy(c), runCall: runCallOf(c) })

async function readApproval(c: C, id: number) {
  const { rows } = await listApprovals(c.get('deps').database.db, c.get('signedIn'), { id }, ONE_ROW_PAGE)
  return rows[0]
}

async function answerDecision(c: C, id: number, decided: Awaited<ReturnType<typeof approve>>) {
  if (!decided.ok) {
    if (decided.reason !== 'impossible') return refuse(c, decided.reason)
    return refusalReply(c, 409, { error: decided.error, code: 'conflict' })
  }
  const approval = await readApproval(c, id)
  return approval ? c.json({ approval }, 200) : refuse(c, 'not_found')
}

export const approvals = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { db } = c.get('deps').database
    const { rows, totalCount } = await listApprovals(
      db,
      c.get('signedIn'),
      { open: query.state === 'open' },
      toListPage(query),
    )
    c.header('Cache-Control', 'private, no-store')
    return c.json({ approvals: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(ask, async (c) => {
    const asked = await askForApproval(c.get('deps'), c.req.valid('json').approval, deciding(c))
    if (asked.kind === 'refused') return asked.answer as Refused
    if (asked.kind === 'done') return c.json({ approval: null }, 201)
    return c.json({ approval: (await readApproval(c, asked.id)) ?? null }, 201)
  })
  .openapi(
    decide('approve', 'Approve: the act is made once, as the caller; never by who asked'),
    async (c) => {
      const id = findId(c.req.valid('param').id) ?? 0
      return answerDecision(c, id, await approve(c.get('deps'), id, deciding(c)))
    },
  )
  .openapi(decide('refuse', 'Refuse: nothing of the act happens; never by who asked'), async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    return answerDecision(c, id, await refuseApproval(c.get('deps'), id, deciding(c)))
  })
