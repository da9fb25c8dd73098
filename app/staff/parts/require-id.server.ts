import { NOT_FOUND_PAGE } from '../../visit/error-messages.ts'
import { PRIVATE_HEADERS } from '../../visit/session.server.ts'

/** @throws Response 404 for an address without an id */
export function requireOrderId(text: string | undefined): string {
  if (text !== undefined && /^[1-9]\d{0,8}$/.test(text)) return text
  throw new Response(NOT_FOUND_PAGE, { status: 404, headers: PRIVATE_HEADERS })
}
