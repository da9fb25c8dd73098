import { z } from 'zod'
import { Dollars, Id, Instant, ListMeta } from './primitives.ts'

/** What has a price or takes something off one. */
const PRICED =
  'prizes|discounts|discount_codes|fares|products|product_sheets|departures|departure_exceptions|upgrades'
const ID = String.raw`[1-9]\d{0,8}`

/** The calls above a limit that a second person may approve. */
export const APPROVABLE_CALLS: Readonly<Record<'POST' | 'PATCH', RegExp>> = {
  POST: new RegExp(
    `^/v1/(?:refunds|vouchers|credits|discount_code_batches|${PRICED}` +
      `|orders(?:/${ID}/staff_cancellations)?)$`,
  ),
  PATCH: new RegExp(String.raw`^/v1/(?:(?:${PRICED})/${ID}|departure_dates/${ID}/\d{4}-\d\d-\d\d)$`),
}

/** `POST /v1/approvals`: the call that was refused with `approval_needed`, as it was sent. */
export const ApprovalFields = z
  .object({
    method: z.enum(['POST', 'PATCH']),
    path: z.string().max(100),
    body: z.record(z.string(), z.unknown()),
  })
  .refine(({ method, path }) => APPROVABLE_CALLS[method].test(path), {
    path: ['path'],
    message: 'Nobody approves this call',
  })
export const ApprovalRequest = z.object({ approval: ApprovalFields })

const Person = z.object({ id: Id, name: z.string() })
export const approvalStates = ['waiting', 'running', 'approved', 'refused'] as const

/** An act that waits for a second person, or was decided. */
export const Approval = z.object({
  id: Id,
  method: z.enum(['POST', 'PATCH']),
  path: z.string(),
  order_id: Id.nullable(),
  /** Who gets it: the customer of the order, or the account that the call names. */
  customer: Person.nullable(),
  /** What it gives, where the call names it. */
  amount: Dollars.nullable(),
  /** The reason that was typed. */
  reason: z.string().nullable(),
  /** The whole body of the call. */
  body: z.record(z.string(), z.unknown()),
  state: z.enum(approvalStates),
  asked_by: Person,
  asked_at: Instant,
  decided_by: Person.nullable(),
  decided_at: Instant.nullable(),
  /**
   * Whether the caller may decide, as far as is known before the call is made: never who asked, nor
   * whose limit the act is above as well.
   */
  may_decide: z.boolean(),
  /** `admins`: a change of prices or discounts, which is above every limit that staff have. */
  deciders: z.enum(['admins', 'higher_limit']),
})
export type Approval = z.infer<typeof Approval>

export const ApprovalReply = z.object({ approval: Approval })
/** `approval` is null when the call was within the limit by now, and was made. */
export const ApprovalAskReply = z.object({ approval: Approval.nullable() })
export const ApprovalsReply = z.object({ approvals: z.array(Approval), meta: ListMeta })
