import { type OrderLinkBody, OrderLinkReply } from '#contract/order-link.ts'
import { checkMailedLink } from '../visit/mailed-link.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** An order's number is no secret, and a secret is never so short. */
export const isLinkToken = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{48}$/.test(text)

/**
 * What a mailed secret opens; undefined for one that opens nothing, or not any more. Looking spends
 * nothing.
 */
export function findLinkedOrder(
  { api }: Pick<Visit, 'api'>,
  token: string | undefined,
): Promise<OrderLinkBody | undefined> {
  const good = isLinkToken(token) ? token : undefined
  return checkMailedLink({ token: good, email: '' }, (secret) =>
    api.get(`/v1/order_links/${secret}`, OrderLinkReply),
  )
}
