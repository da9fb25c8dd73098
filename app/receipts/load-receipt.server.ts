import { redirect } from '@remix-run/node'
import { type LinkedReceipt, LinkedReceiptReply, ReceiptReply } from '#contract/receipt.ts'
import { receiptHref } from './receipt-link.tsx'
import { checkMailedLink } from '../visit/mailed-link.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import { requireData, type Visit } from '../visit/load-visit.server.ts'
import { loginHref } from '../visit/login-href.ts'

/**
 * `own`: its buyer, who may enter a company; `linked`: the holder of the mailed link; `closed`:
 * anybody else.
 */
export type LoadedReceipt =
  | { kind: 'own' | 'linked'; receipt: LinkedReceipt }
  | { kind: 'closed'; number: string | undefined; path: string }

/** An order's number, or the token of its receipt, which begins with the number. */
const readParam = (param = '') => {
  const [, number, secret] = /^([1-9]\d{0,8})(-[\w-]{1,100})?$/.exec(param) ?? []
  return { id: number === undefined ? undefined : Number(number), token: secret && param }
}

/**
 * The receipt behind an address: the visitor's own, or the one that a mailed token opens. The
 * answer does not reveal whether a receipt of others exists.
 *
 * @throws Response to the log-in for a visitor without access
 */
export async function loadReceipt(
  { userApi, api, user }: Pick<Visit, 'userApi' | 'api' | 'user'>,
  param: string | undefined,
): Promise<LoadedReceipt> {
  const { id, token } = readParam(param)
  const found =
    id === undefined ? undefined : await userApi?.get(`/v1/orders/${String(id)}/receipt`, ReceiptReply)
  if (found && (found.ok || ![401, 403, 404, 409].includes(found.status))) {
    return { kind: 'own', receipt: requireData(found).receipt }
  }
  const linked = await checkMailedLink({ token, email: '' }, (secret) =>
    api.get(`/v1/receipt_links/${secret}`, LinkedReceiptReply),
  )
  if (linked) return { kind: 'linked', receipt: linked.receipt }
  const next = id === undefined ? '/account/orders' : receiptHref({ id })
  if (!user) throw redirect(loginHref(next), { status: 303, headers: PRIVATE_HEADERS })
  return { kind: 'closed', number: id === undefined ? undefined : `R-${String(id)}`, path: next }
}
