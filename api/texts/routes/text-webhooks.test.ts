import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { orderWithTexts, PHONE } from '#tests/support/texted-buyer.ts'
import { signedTextWebhook, textWebhook } from '#tests/support/text-webhook.ts'
import { TEXT_SIGNATURE } from '../../gateways/text-signature.ts'
import { queueText } from '../../store/texts/queue-text.ts'
import { sendTexts } from '../send-texts.ts'

const MESSAGES = '/v1/twilio/messages'
const SENDER = '+12015550101'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  for (const table of ['texts', 'text_numbers', 'text_replies', 'sandbox.texts'])
    await shop.deps.database.query(`delete from ${table}`)
})

let count = 0
const sid = () => `SM${String((count += 1)).padStart(32, '0')}`
const signed = async (path: string, fields: Record<string, string>) =>
  shop.call('POST', path, await signedTextWebhook(shop.deps.settings, path, fields))
const answer = (Body: string, more: Record<string, string> = {}) =>
  signed(MESSAGES, { MessageSid: sid(), From: PHONE, To: SENDER, Body, ...more })
const states = async () => {
  const { rows } = await shop.deps.database.query('select state, error_code from texts order by id')
  return rows
}

/** Queues a link for a new order, and says what came of it. */
async function queueLink() {
  count += 1
  const { order } = await orderWithTexts(shop, { email: `answers${String(count)}@example.com` })
  const eventKey = `payment_link:${String(order.id)}`
  const text = { kind: 'payment_link' as const, eventKey, order: { id: order.id, brandId: 1 } }
  return shop.deps.database.db.transaction((tx) =>
    queueText(tx, { ...text, secret: 'http://shop.test/pay/x' }, shop.clock.now(), shop.deps),
  )
}
const isStopped = async () => !(await queueLink()).ok

describe('an answer to a text', () => {
  it('STOP ends all texts of the brand to the number, also those that wait, until START', async () => {
    await queueLink()
    expect((await answer('Stop.')).status).toBe(200)
    expect(await states()).toMatchObject([{ state: 'stopped' }])
    await sendTexts(shop.deps)
    expect(await shop.sandbox.phone.list()).toEqual([])
    expect(await isStopped()).toBe(true)
    await answer('START')
    expect(await isStopped()).toBe(false)
  })

  it('STOP to one brand leaves the texts of another', async () => {
    await answer('STOP', { To: '+12015550102' })
    expect(await isStopped()).toBe(false)
  })

  it('counts by the provider’s own reading of it first', async () => {
    await answer('Basta', { OptOutType: 'STOP' })
    expect(await isStopped()).toBe(true)
  })

  it('with other words changes nothing', async () => {
    await answer('Thank you!')
    expect(await isStopped()).toBe(false)
  })

  it('counts once: an old START that is sent again does not undo a STOP', async () => {
    const start = { MessageSid: sid(), From: PHONE, To: SENDER, Body: 'START' }
    await signed(MESSAGES, start)
    await answer('STOP')
    expect((await signed(MESSAGES, start)).status).toBe(200)
    expect(await isStopped()).toBe(true)
  })

  it('leaves neither the number nor the words in the database', async () => {
    await answer('STOP, says Wilhelmina')
    const { rows } = await shop.deps.database.query(
      'select text_replies::text as reply, text_numbers::text as number from text_replies, text_numbers',
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/5550142|Wilhelmina/)
  })

  it('to a number that is none of ours is noted nowhere', async () => {
    expect((await answer('STOP', { To: '+12025550100' })).status).toBe(200)
    const { rows } = await shop.deps.database.query('select * from text_replies')
    expect(rows).toEqual([])
  })
})

describe('the signature of a webhook', () => {
  const stop = () => ({ MessageSid: sid(), From: PHONE, To: SENDER, Body: 'STOP' })

  it('covers every field', async () => {
    const fields = stop()
    const { headers } = await signedTextWebhook(shop.deps.settings, MESSAGES, fields)
    const signature = headers?.[TEXT_SIGNATURE] ?? ''
    const changed = { ...fields, From: '+12015550199' }
    for (const sent of [changed, { ...fields, Extra: '1' }]) {
      expect(await shop.call('POST', MESSAGES, textWebhook(sent, signature))).toMatchObject({
        status: 400,
        body: { code: 'bad_signature' },
      })
    }
    expect(await isStopped()).toBe(false)
    expect((await shop.call('POST', MESSAGES, textWebhook(fields, signature))).status).toBe(200)
    expect(await isStopped()).toBe(true)
  })

  it('covers the address with its query, by which a status names its text', async () => {
    await queueLink()
    const fields = { MessageSid: sid(), MessageStatus: 'undelivered', ErrorCode: '30006' }
    const call = await signedTextWebhook(shop.deps.settings, '/v1/twilio/statuses?text=1', fields)
    expect((await shop.call('POST', '/v1/twilio/statuses?text=2', call)).status).toBe(400)
  })

  it.each([
    ['no signature', undefined],
    ['an empty one', ''],
    ['one of another secret', 'bm90IG91ciBzaWduYXR1cmU='],
  ])('refuses a call with %s', async (_, signature) => {
    const call = textWebhook(stop(), signature ?? '')
    if (signature === undefined) delete call.headers?.[TEXT_SIGNATURE]
    expect((await shop.call('POST', MESSAGES, call)).status).toBe(400)
    expect(await isStopped()).toBe(false)
  })
})

describe('a status', () => {
  async function sendOne() {
    await queueLink()
    await sendTexts(shop.deps)
    const { rows } = await shop.deps.database.query('select id, provider_id, "to" from texts')
    const [row] = rows
    return { path: `/v1/twilio/statuses?text=${String(row?.['id'])}`, sid: String(row?.['provider_id']) }
  }

  it('tells that a text arrived, and an older one that comes later changes nothing', async () => {
    const { path, sid: id } = await sendOne()
    await signed(path, { MessageSid: id, MessageStatus: 'delivered' })
    await signed(path, { MessageSid: id, MessageStatus: 'sent' })
    await signed(path, { MessageSid: id, MessageStatus: 'failed', ErrorCode: '30006' })
    expect(await states()).toEqual([{ state: 'delivered', error_code: null }])
    expect(await isStopped()).toBe(false)
  })

  it('of a landline marks the number, so that no more is sent there', async () => {
    const { path, sid: id } = await sendOne()
    await signed(path, { MessageSid: id, MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect(await states()).toEqual([{ state: 'undelivered', error_code: 30006 }])
    expect(await queueLink()).toEqual({ ok: false, reason: 'number_unreachable' })
    await answer('START')
    expect(await isStopped()).toBe(false)
  })

  it('of a phone that is switched off marks nothing', async () => {
    const { path, sid: id } = await sendOne()
    await signed(path, { MessageSid: id, MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(await states()).toEqual([{ state: 'undelivered', error_code: 30003 }])
    expect(await isStopped()).toBe(false)
  })

  it('that comes before the answer to our own call gives the text its id', async () => {
    await queueLink()
    await shop.deps.database.query("update texts set state = 'sending', tries = 1")
    const { rows } = await shop.deps.database.query('select id from texts')
    const path = `/v1/twilio/statuses?text=${String(rows[0]?.['id'])}`
    await signed(path, { MessageSid: 'SMearly', MessageStatus: 'sent' })
    expect(await states()).toMatchObject([{ state: 'sent' }])
    await signed(path, { MessageSid: 'SMother', MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect(await states()).toMatchObject([{ state: 'sent' }])
  })

  it('of a text that is gone is acknowledged', async () => {
    const path = '/v1/twilio/statuses?text=999999'
    expect((await signed(path, { MessageSid: 'SMx', MessageStatus: 'sent' })).status).toBe(200)
  })
})

describe('the test phone', () => {
  it('tells what became of its texts, and answers with STOP', async () => {
    await queueLink()
    await sendTexts(shop.deps)
    await shop.sandbox.tick()
    expect(await states()).toMatchObject([{ state: 'delivered' }])
    await shop.sandbox.phone.reply({ number: PHONE, sender: SENDER, body: 'STOP' })
    expect(await isStopped()).toBe(true)
  })
})
