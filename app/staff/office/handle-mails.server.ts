import { z } from 'zod'
import { type FieldErrors } from '#contract/errors.ts'
import { OrderMailReply } from '#contract/order-file.ts'
import { BounceReason, MailCorrectionRequest } from '#contract/mail-bounce.ts'
import { Id, Instant, ListMeta } from '#contract/primitives.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { rowShape } from '../../ui/form/row-shape.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { mailStates } from '../parts/mail-states.ts'
import { loadStateCounts } from '../parts/load-state-counts.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { RESEND_SHAPE } from './resend-form.ts'

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
  /**
   * Empty for every state, which is possible only with an address: the list of all mails would be
   * too long.
   */
  state: StaffMail['state'] | ''
  /** An e-mail address. */
  to: string
}

const FilterQuery = z.object({
  state: z.enum(mailStates).or(z.literal('')).catch(''),
  to: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^\p{Cc}]{1,200}$/u)
    .catch(''),
})

function readMailFilter(query: URLSearchParams): MailFilter {
  const { state, to } = FilterQuery.parse(Object.fromEntries(query))
  return { state: state === '' && to === '' ? 'failed' : state, to }
}

/** A page of the outbox, newest first. */
export async function loadMails({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const filter = readMailFilter(query)
  const [page, counts] = await Promise.all([
    userApi.get('/v1/mails', MailsReply, {
      query: {
        page: readPage(query),
        page_size: PAGE_SIZE,
        sort: '-id',
        count_to: STAFF_COUNT_LIMIT,
        state: filter.state || undefined,
        to: filter.to || undefined,
      },
    }),
    // Of one address the counts of all mails say nothing.
    filter.to === '' ? loadStateCounts(userApi) : undefined,
  ])
  const { mails, meta } = requireData(page)
  return {
    mails,
    pagination: meta.pagination,
    filter,
    counts: counts?.mails ?? {},
    zone: visit.brand.time_zone,
    again: query.get('again') !== null,
    /** Idempotency key: a form that is submitted twice sends one mail. */
    formKey: crypto.randomUUID(),
  }
}

const LOOK_AT_ADDRESS = 'Please look at the address.'
const ResendForm = MailCorrectionRequest.shape.mail_correction
const Resent = z.object({ mail: Id, key: z.string().optional() })

/** Sends a mail that did not arrive again, to the submitted address. */
export async function sendMailAgain(
  { userApi }: StaffVisit,
  form: FormData,
  query: URLSearchParams,
): Promise<{ to: string } | { to?: undefined; status: number; answer: FormAnswer }> {
  const { mail, key } = requireForm(form, Resent)
  const shape = rowShape(RESEND_SHAPE, mail)
  const submission = parseForm(form, ResendForm)
  const refuse = (status: number, { errors = {}, message }: Refusal = {}) => {
    const isAddressWrong = submission.status !== 'success' || errors['email'] !== undefined
    const above: FieldErrors = isAddressWrong ? { '': [LOOK_AT_ADDRESS] } : {}
    return { status, answer: refuseForm(shape, submission, { errors: { ...above, ...errors }, message }) }
  }
  if (submission.status !== 'success') return refuse(422)
  const { email } = submission.value
  const sent = await userApi.post(`/v1/mails/${String(mail)}/corrections`, OrderMailReply, {
    body: { mail_correction: { email } },
    // The same form with another address is a new request, so the key includes the address.
    ...(key === undefined ? {} : { idempotencyKey: `${key} ${email}`.slice(0, 255) }),
  })
  if (!sent.ok) return refuse(sent.status, sent)
  const { state, to } = readMailFilter(query)
  return { to: `/staff/mails?${new URLSearchParams({ state, to, again: '1' }).toString()}` }
}
