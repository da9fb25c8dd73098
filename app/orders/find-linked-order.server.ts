import { type OrderLinkBody, OrderLinkReply } from '#contract/order-link.ts'
import { checkMailedLink } from '../visit/mailed-link.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

/** Tells secrets from order numbers: a secret is never this short. */
export const isLinkToken = (text: string | undefined): text is string =>
  text !== undefined && /^[0-9a-f]{48}$/.test(text)

/**
 * The order that a mailed secret opens; undefined for an invalid or expired one. Opening it does
 * not use up the link.
 */
export function findLinkedOrder(
  { api }: Pick<Visit, 'api'>,
  token: string | undefined,
): Promise<OrderLinkBody | undefined> {
  const secret = isLinkToken(token) ? token : undefined
  return checkMailedLink({ token: secret, email: '' }, (secret) =>
    api.get(`/v1/order_links/${secret}`, OrderLinkReply),
  )
}
