import { type AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneClickUnsubscribeHeaders } from '../store/mails/one-click-unsubscribe.ts'
import { type OutgoingMail, readRefusal } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const received: { to: string[]; raw: Buffer }[] = []
let refuse: string | undefined
let refuseRecipient: string | undefined
const answer = (response: string) =>
  Object.assign(new Error(response.slice(4)), { responseCode: Number(response.slice(0, 3)) })
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo(_address, _session, done) {
    done(refuseRecipient === undefined ? undefined : answer(refuseRecipient))
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      if (refuse !== undefined) {
        done(answer(refuse))
        return
      }
      received.push({ to: session.envelope.rcptTo.map((one) => one.address), raw: Buffer.concat(chunks) })
      done()
    })
  },
})
let url = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  url = `smtp://127.0.0.1:${String(port)}`
})
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))

const mail: OutgoingMail = {
  from: 'Loft & Rotor <tickets@loftandrotor.example>',
  to: 'ada@example.com',
  subject: 'Your flight is booked · O-1042',
  text: 'Check-in: 3:45 PM',
  html: '<p>Check-in: 3:45 PM</p>',
  messageId: '<one-and-the-same@fly.example>',
  attachments: [
    {
      filename: 'flight-O-1042.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
    },
  ],
}

test('a mail server receives the text, the HTML, the attachment and the Message-ID of the shop', async () => {
  await createSmtpMailer(url).send(mail)
  const [taken] = received
  expect(taken?.to).toEqual(['ada@example.com'])
  const parsed = await PostalMime.parse(taken?.raw ?? '', { attachmentEncoding: 'arraybuffer' })
  expect(parsed.from).toEqual({ name: 'Loft & Rotor', address: 'tickets@loftandrotor.example' })
  expect(parsed.subject).toBe('Your flight is booked · O-1042')
  expect(parsed.messageId).toBe('<one-and-the-same@fly.example>')
  expect(parsed.text?.trim()).toBe('Check-in: 3:45 PM')
  expect(parsed.html?.trim()).toBe('<p>Check-in: 3:45 PM</p>')
  expect(parsed.attachments).toHaveLength(1)
  expect(parsed.attachments[0]).toMatchObject({ filename: 'flight-O-1042.ics', mimeType: 'text/calendar' })
  expect(new TextDecoder().decode(parsed.attachments[0]?.content as ArrayBuffer)).toContain('BEGIN:VCALENDAR')
})

test('a newsletter has the unsubscribe headers and a reply-to address', async () => {
  const stop = 'https://fly.example/subscribe/0000000001AAAAAAAAAAAAAAAAAAAAAA/stop'
  await createSmtpMailer(url).send({
    ...mail,
    headers: oneClickUnsubscribeHeaders(stop),
    replyTo: 'ada@example.com',
  })
  const parsed = await PostalMime.parse(received.at(-1)?.raw ?? '')
  const head = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]))
  expect(head['list-unsubscribe']).toBe(`<${stop}>`)
  expect(head['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(head['auto-submitted']).toBe('auto-generated')
  expect(parsed.replyTo).toEqual([{ name: '', address: 'ada@example.com' }])
})

test('a temporary refusal is an error and not a permanent refusal', async () => {
  refuse = '451 try again later'
  const error: unknown = await createSmtpMailer(url)
    .send(mail)
    .catch((reason: unknown) => reason)
  expect(String(error)).toMatch(/try again later/)
  expect(readRefusal(error)).toBeUndefined()
  refuse = undefined
})

test('permanent refusals of recipient or mail are distinguished from temporary ones', async () => {
  const told = async () =>
    readRefusal(
      await createSmtpMailer(url)
        .send(mail)
        .catch((reason: unknown) => reason),
    )
  refuseRecipient = '550 5.1.1 No such user'
  expect(await told()).toEqual({ serverText: '550 5.1.1 No such user', toRecipient: true })
  refuseRecipient = '450 4.2.1 Busy'
  expect(await told()).toBeUndefined()
  refuseRecipient = undefined
  refuse = '554 5.7.1 Not this one'
  expect(await told()).toEqual({ serverText: '554 5.7.1 Not this one', toRecipient: false })
  refuse = undefined
  const unreachable = createSmtpMailer('smtp://127.0.0.1:1')
  expect(readRefusal(await unreachable.send(mail).catch((reason: unknown) => reason))).toBeUndefined()
  expect(await told()).toBeUndefined()
})
