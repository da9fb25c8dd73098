import { z } from 'zod'
import { Dollars, Email, Id, Instant } from './primitives.ts'

/** An account with a staff role. */
export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role_ids: z.array(Id),
  /** What they may give of an order, and in a day without one; null for the limit of everybody. */
  staff_limit: Dollars.nullable(),
  /**
   * Whether the mailbox is confirmed and a password set; before that, the invitation is pending.
   */
  joined: z.boolean(),
  /** Whether an authenticator app is set up. */
  second_factor: z.boolean(),
  suspended_at: Instant.nullable(),
  /**
   * The number of unrevoked API keys that they created; the keys are inactive while their creator
   * is suspended or no admin.
   */
  api_keys: z.number().int(),
  last_seen_at: Instant.nullable(),
})
export const StaffMembersReply = z.object({ staff_members: z.array(StaffMember) })
export const StaffMemberReply = z.object({ staff_member: StaffMember })

const Name = z.string().trim().max(80, 'Write at most 80 characters')

/**
 * `POST /v1/staff_members`: mails an invitation; a repeated call mails a pending invitation again.
 */
export const StaffInvitationRequest = z.object({
  staff_member: z.object({
    email: Email,
    first_name: Name.optional(),
    last_name: Name.optional(),
    role_ids: z
      .array(
        z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)], { error: 'There is no such role' }),
        {
          error: 'Please choose a role',
        },
      )
      .min(1, 'Please choose a role')
      .max(4),
    /** The page of the shop that sets passwords; its shop sends the mail. */
    redirect_uri: z.string().max(500).optional(),
  }),
})

export type StaffMember = z.infer<typeof StaffMember>
export type StaffInvitation = z.infer<typeof StaffInvitationRequest>['staff_member']
