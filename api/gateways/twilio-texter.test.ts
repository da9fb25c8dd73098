import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACCOUNT, openTwilioServer, type TwilioServer } from '#tests/support/twilio-server.ts'
import { type OutgoingText, readTextRefusal, type Texter } from './texter.ts'
import { createTwilioTexter } from './twilio-texter.ts'

let server: TwilioServer
let texter: Texter
const SENT_AT = new Date('2027-05-12T14:00:00Z')
beforeAll(async () => {
  server = await openTwilioServer(() => SENT_AT)
  texter = createTwilioTexter(ACCOUNT, server.transport)
})
afterAll(() => server.close())
beforeEach(() => {
  server.taken.length = 0
})

const text: OutgoingText = {
  from: '+12015550101',
  to: '+12015550142',
  body: 'Loft & Rotor: pay $149.00 + more? https://shop.test/pay/1-abc',
  statusUrl: 'https://shop.test/v1/twilio/statuses?text=7',
}
const failed = (sending: Promise<string>) => sending.then(() => undefined, readTextRefusal)

describe('the provider of texts', () => {
  it('gets number, words and where to report, and answers with an id', async () => {
    const sid = await texter.send(text)
    expect(server.taken).toMatchObject([
      {
        sid,
        user: ACCOUNT.accountSid,
        fields: { From: text.from, To: text.to, Body: text.body, StatusCallback: text.statusUrl },
      },
    ])
  })

  it('is called with the key where there is one, and through a messaging service', async () => {
    const apiKey = { sid: `SK${'1'.repeat(32)}`, secret: 'secret-of-the-key' }
    const from = `MG${'2'.repeat(32)}`
    await createTwilioTexter({ ...ACCOUNT, apiKey }, server.transport).send({ ...text, from })
    expect(server.taken).toMatchObject([{ user: apiKey.sid, fields: { MessagingServiceSid: from } }])
    expect(server.taken[0]?.fields).not.toHaveProperty('From')
  })

  it('finds a text whose answer was lost, by number, words and time', async () => {
    server.loseNextAnswer()
    const lost = texter.send(text)
    await expect(lost).rejects.toThrow()
    await expect(failed(lost)).resolves.toBeUndefined()
    expect(await texter.find(text, SENT_AT)).toBe(server.taken[0]?.sid)
    expect(await texter.find({ ...text, body: 'Other words' }, SENT_AT)).toBeUndefined()
    expect(await texter.find({ ...text, to: '+12015550143' }, SENT_AT)).toBeUndefined()
    expect(await texter.find(text, new Date(SENT_AT.getTime() + 3_600_000))).toBeUndefined()
  })

  it('refuses with a status and a code, and without the number', async () => {
    server.refuseNext({ status: 400, code: 21610 })
    expect(await failed(texter.send(text))).toEqual({ status: 400, code: 21610 })
    server.refuseNext({ status: 429, code: 20429 })
    expect(await failed(texter.send(text))).toEqual({ status: 429, code: 20429 })
    expect(server.taken).toEqual([])
  })

  it('that fails itself may have taken the text, so that is no refusal', async () => {
    server.refuseNext({ status: 503 })
    expect(await failed(texter.send(text))).toBeUndefined()
  })
})
