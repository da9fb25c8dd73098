import { z } from 'zod'
import { inPersonMethods, type ReferenceField } from '#contract/means-of-payment.ts'
import { OrderReply } from '#contract/order.ts'
import { StaffAddUpgradesReply, type UpgradeQuote, UpgradeQuoteReply } from '#contract/order-change.ts'
import { type CartUpgrade } from '#contract/quote.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { upgradesDonePath } from '../../orders/upgrade-choice.ts'
import { parseForm, type Refusal, refuseForm } from '../../ui/form/read-form.server.ts'
import { createFormIdempotencyKey } from '../../visit/idempotency-key.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import {
  answerWithPrice,
  answerWithRefusal,
  type ChangeAnswer,
  paymentOf,
  referenceOf,
  REFERENCES,
} from './change-form.server.ts'
import { extraAnswer, extraCount, extrasShape } from './extras-form.ts'

export type StaffExtrasAnswer = ChangeAnswer<UpgradeQuote>

const COUNT = 'Please type how many'
const CHOOSE = 'Please choose an extra'

/** @param offers what can be added to the order */
function extrasForm(offers: UpgradeQuote['offers']) {
  const ids = offers.map(({ upgrade_id: id }) => id)
  const count = z.number({ error: COUNT }).int(COUNT).min(0, COUNT).max(50, 'At most 50 at once').optional()
  return z
    .object({
      ...Object.fromEntries(ids.map((id) => [extraCount(id), count])),
      ...Object.fromEntries(ids.map((id) => [extraAnswer(id), z.string().trim().max(500).default('')])),
      ...REFERENCES,
    })
    .transform((typed) => {
      const values = new Map<string, unknown>(Object.entries(typed))
      const textOf = (name: string) => {
        const sent = values.get(name)
        return typeof sent === 'string' ? sent : ''
      }
      const extras = offers.flatMap(({ upgrade_id: id, quantity }): CartUpgrade[] => {
        const wanted = values.get(extraCount(id))
        if (typeof wanted !== 'number' || wanted === 0) return []
        const answer = textOf(extraAnswer(id))
        const meta = answer === '' ? {} : { meta: { answer } }
        return [{ upgrade_id: id, ...(quantity === null ? { quantity: wanted } : {}), ...meta }]
      })
      return { extras, reference: (field: ReferenceField) => textOf(field) }
    })
}

const ExtrasButtons = z.object({
  intent: z.enum(['price', 'add', ...inPersonMethods, 'link']).catch('price'),
  key: z.string().default(''),
  /** What the price showed. */
  due: z.number().default(0),
  total: z.number().default(0),
})

/**
 * The order, and what can be added to it.
 * @throws Response 404, 503
 */
export async function loadStaffExtras(staff: StaffVisit, orderId: string) {
  const { order } = requireData(await staff.userApi.get(`/v1/orders/${orderId}`, OrderReply))
  return { order, open: await readOpen(staff, orderId), formKey: crypto.randomUUID() }
}

async function readOpen({ userApi }: StaffVisit, orderId: string): Promise<UpgradeQuote> {
  const body = { order_item_upgrades: [] }
  const path = `/v1/orders/${orderId}/staff_upgrade_quotes`
  return requireData(await userApi.post(path, UpgradeQuoteReply, { body })).upgrade_quote
}

/** Always shows the price first; what is added is what was shown. */
export async function handleStaffExtras(
  staff: StaffVisit,
  request: Request,
  orderId: string,
  form: FormData,
): Promise<StaffExtrasAnswer | { said: string }> {
  const { userApi, visit } = staff
  const { offers, order_id: id } = await readOpen(staff, orderId)
  const submission = parseForm(form, extrasForm(offers))
  const { intent, key, due, total } = requireForm(form, ExtrasButtons)
  const field = referenceOf(intent)
  const answerWith = (status: number, why: Refusal = {}): StaffExtrasAnswer => ({
    status,
    answer: refuseForm(extrasShape(offers), submission, { ...why, errors: placeErrors(why, field) }),
  })
  if (submission.status !== 'success') return answerWith(422)
  const { extras, reference } = submission.value
  if (extras.length === 0) return answerWith(422, { message: CHOOSE })
  const path = `/v1/orders/${orderId}`
  const input = { order_item_upgrades: extras }
  const shown = await userApi.post(`${path}/staff_upgrade_quotes`, UpgradeQuoteReply, { body: input })
  if (!shown.ok) return answerWith(shown.status, shown)
  const quote = shown.data.upgrade_quote
  if (intent === 'price') return answerWithPrice(answerWith, quote)
  const number = field === undefined ? undefined : reference(field)
  const returnPath = upgradesDonePath(id)
  const money = paymentOf(staff, request, { intent, due, reference: number, returnPath })
  const body = { added_upgrades: { ...input, updated_total_price: total, ...money } }
  const done = await userApi.post(`${path}/staff_upgrades`, StaffAddUpgradesReply, {
    body,
    ...createFormIdempotencyKey(key, body),
  })
  if (done.ok) {
    const { payment_link: link } = done.data
    if (link)
      return {
        said:
          `A link to pay ${formatDollars(due)} was mailed to ${link.mailed_to}. It works until ` +
          `${formatDateTime(link.held_until, visit.brand.time_zone)}; the extras are added once it is paid.`,
      }
    const paid = intent === 'add' ? '' : ` ${formatDollars(due)} taken.`
    return { said: `The extras are added.${paid} A mail tells the customer.` }
  }
  return answerWithRefusal(answerWith, quote, { refused: done, key })
}

/** The fields of `/v1` by the names of the form. */
const placeErrors = ({ errors = {} }: Refusal, reference: string | undefined) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, messages]) => {
      const isReference = name.endsWith('reader_reference') && reference !== undefined
      return [isReference ? reference : name, messages]
    }),
  )
