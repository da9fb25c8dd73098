import { z } from 'zod'
import { Email, Id, Phone } from './primitives.ts'

/** `POST /v1/customers`: a guest. The token reaches only what is made with it. */
export const CustomerRequest = z.object({
  customer: z.object({
    email: Email,
    phone: z.union([z.literal(''), Phone]).optional(),
    set_password_url: z.string().max(500).optional(),
    tag_list: z.array(z.string().max(60)).max(20).optional(),
    brand_id: Id.optional(),
  }),
})
export const JwtReply = z.object({ jwt: z.string() })

export const UserTokenRequest = z.object({
  auth: z.object({ email: Email, password: z.string().min(1, 'This field is required').max(200) }),
})

/** `PUT /v1/password_resets/{token}`. Setting a password proves the mailbox. */
export const PasswordResetUpdate = z.object({
  email: Email,
  user: z.object({
    password: z
      .string({ error: 'This field is required' })
      .min(6, 'Length should be at least 6 characters')
      .max(200),
  }),
})

/** `GET /v1/password_resets/{token}?email`: the link still works; looking does not spend it. */
export const PasswordResetReply = z.object({ password_reset: z.object({ email: z.string() }) })

export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  phone: z.string().nullable(),
  role_ids: z.array(Id),
  credit: z.number(),
  tag_list: z.array(z.string()),
})
export const UserReply = z.object({ user: User })
export type User = z.infer<typeof User>
