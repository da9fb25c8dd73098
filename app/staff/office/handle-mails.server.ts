import { z } from 'zod'
import { OrderMailReply } from '#contract/order-file.ts'
import { BounceReason } from '#contract/mail-bounce.ts'
import { Instant, ListMeta } from '#contract/primitives.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { mailStates } from '../parts/mail-states.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'
import { readFormText } from '../parts/form-text.server.ts'

const PAGE_SIZE = 25

const DeskMail = z.object({
  id: z.number(),
  state: z.enum(mailStates),
  kind: z.string(),
  to: z.string(),
  order_id: z.number().nullable(),
  tries: z.number(),
  last_error: z.string().nullable(),
  created_at: Instant,
  next_try_at: Instant,
  sent_at: Instant.nullable(),
  repeatable: z.boolean(),
  correctable: z.boolean(),
  goes_to: z.string(),
  bounce_reason: BounceReason.nullable(),
  copied_at: Instant.nullable(),
})
export const MailsReply = z.object({ mails: z.array(DeskMail), meta: ListMeta })
export type StaffMail = z.infer<typeof DeskMail>

export interface MailFilter {
  /** Empty for every state: only of one address, all mails there ever were are too many. */
  state: StaffMail['state'] | ''
  /** An e-mail address. */
  to: string
}

export function readMailFilter(query: URLSearchParams): MailFilter {
  const said = (query.get('to') ?? '').trim().toLowerCase()
  const to = /^[^\p{Cc}]{1,200}$/u.test(said) ? said : ''
  const state = mailStates.find((one) => one === query.get('state'))
  return { state: state ?? (to === '' ? 'failed' : ''), to }
}

/** A page of the outbox, newest first. */
export async function loadMails({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const filter = readMailFilter(query)
  const { mails, meta } = requireData(
    await userApi.get('/v1/mails', MailsReply, {
      query: {
        page: readPage(query),
        page_size: PAGE_SIZE,
        sort: '-id',
        count_to: STAFF_COUNT_LIMIT,
        state: filter.state || undefined,
        to: filter.to || undefined,
      },
    }),
  )
  return {
    mails,
    pagination: meta.pagination,
    filter,
    zone: visit.brand.time_zone,
    again: query.get('again') !== null,
    /** A form of this page that is sent twice sends one mail. */
    formKey: crypto.randomUUID(),
  }
}

/** Sends a mail that did not arrive anew, to the address that was typed. */
export async function sendMailAgain({ userApi }: StaffVisit, form: FormData) {
  const id = /^[1-9]\d{0,8}$/.test(readFormText(form, 'mail')) ? readFormText(form, 'mail') : '0'
  const email = readFormText(form, 'email')
  const key = readFormText(form, 'key')
  const sent = await userApi.post(`/v1/mails/${id}/corrections`, OrderMailReply, {
    body: { mail_correction: { email } },
    // Another address is another wish.
    ...(key === '' ? {} : { idempotencyKey: `${key} ${email}`.slice(0, 255) }),
  })
  if (sent.ok) return { ok: true } as const
  const problem = sent.errors['email']?.[0]
  const typed: AddressFormValues = { mail: Number(id), email, problem }
  const failure = problem === undefined ? sent.message : 'Please look at the address.'
  return { ok: false, status: sent.status, failure, typed } as const
}

export interface AddressFormValues {
  mail: number
  email: string
  problem: string | undefined
}
