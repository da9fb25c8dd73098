import { FormStampReply, type StampedForm } from '#contract/form-entry.ts'
import { type Answer, type TestApi } from './test-api.ts'

/** Signs the timestamp of a form that was shown four seconds ago. */
export async function makeFormStamp(shop: TestApi, form: StampedForm): Promise<string> {
  const { body } = await shop.call('GET', `/v1/form_stamps/${form}`)
  shop.clock.advance(4 / 60)
  return FormStampReply.parse(body).form_stamp.stamp
}

/** What a visitor writes in the form `contact`. */
export const MESSAGE = {
  form: 'contact',
  brand_id: 1,
  name: 'Nora Quist',
  email: 'Nora.Quist@example.com',
  phone: '(212) 555-0117',
  topic: 'access',
  booking: '',
  message: 'My father walks with a frame.\n\nCan he get on board?',
} as const

/** Sends a form as the shop does, with a fresh timestamp unless one is given. */
export async function sendForm(
  shop: TestApi,
  fields: Record<string, unknown> = {},
  options: { token?: string; bindings?: { visitorAddress: string } } = {},
): Promise<Answer> {
  const form_entry = { ...MESSAGE, ...fields }
  const stamp = 'stamp' in fields ? fields['stamp'] : await makeFormStamp(shop, form_entry.form)
  return shop.call('POST', '/v1/form_entries', { body: { form_entry: { ...form_entry, stamp } }, ...options })
}
