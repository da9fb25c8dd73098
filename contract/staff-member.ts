import { z } from 'zod'
import { Email, Id, Instant } from './primitives.ts'

/** Somebody with a role. */
export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  role_ids: z.array(Id),
  /**
   * Whether the mailbox is confirmed and a password set; before that they only have the invitation.
   */
  joined: z.boolean(),
  /** An authenticator app is set up. */
  second_factor: z.boolean(),
  suspended_at: Instant.nullable(),
  /**
   * Keys of other systems they made that are not revoked: they open nothing while who made them is
   * suspended or no admin.
   */
  api_keys: z.number().int(),
  last_seen_at: Instant.nullable(),
})
export const StaffMembersReply = z.object({ staff_members: z.array(StaffMember) })
export const StaffMemberReply = z.object({ staff_member: StaffMember })

const Name = z.string().trim().max(80, 'Write at most 80 characters')

/**
 * `POST /v1/staff_members`: an invitation by mail; again while it was not taken up, it is mailed
 * again.
 */
export const StaffInvitationRequest = z.object({
  staff_member: z.object({
    email: Email,
    first_name: Name.optional(),
    last_name: Name.optional(),
    role_ids: z
      .array(z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'There is no such role' }), {
        error: 'Please choose a role',
      })
      .min(1, 'Please choose a role')
      .max(3),
    /** A page of the shop that sets passwords; the mail comes from there. */
    redirect_uri: z.string().max(500).optional(),
  }),
})

export type StaffMember = z.infer<typeof StaffMember>
export type StaffInvitation = z.infer<typeof StaffInvitationRequest>['staff_member']
