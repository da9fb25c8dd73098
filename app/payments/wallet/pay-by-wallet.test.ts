import { afterEach, expect, test, vi } from 'vitest'
import { type PayAnswer } from '../pay-answer.ts'
import { type AgreedSheet, payByWallet } from './pay-by-wallet.ts'

afterEach(() => {
  vi.useRealTimers()
})

const SECRET = 'pi_1_secret_2'
const BEGUN: PayAnswer = { kind: 'authenticate', clientSecret: SECRET }
const refused = (text: string, problems: Record<string, string> = {}): PayAnswer => ({
  kind: 'refused',
  refusal: { text, problems, typed: {}, accepted: true, formKey: 'form' },
})
const NOT_PAID = refused('', { card: 'Your card was declined.' })

/** A fake shop that returns the given answers in turn and records what it was sent. */
function shopOf(...answers: PayAnswer[]) {
  const sent: string[] = []
  const send = (_form: FormData, intent: string, more: Record<string, string> = {}) => {
    sent.push([intent, ...Object.values(more)].join(' '))
    return Promise.resolve(answers.shift() ?? { kind: 'fine' as const })
  }
  return { sent, send }
}

/** A fake of the provider's half of an open sheet. */
function openSheet(changes: Partial<AgreedSheet> = {}) {
  const failed: string[] = []
  const sheet: AgreedSheet = {
    submit: () => Promise.resolve(undefined),
    confirm: () => Promise.resolve(true),
    fail: (message) => failed.push(message),
    closed: new Promise(() => undefined),
    isClosed: () => false,
    ...changes,
  }
  return { sheet, failed }
}

test('order and payment are made in one call, then charged, then confirmed by the order', async () => {
  const { sent, send } = shopOf(BEGUN, { kind: 'fine' })
  const secrets: string[] = []
  const { sheet } = openSheet({
    confirm: (secret) => {
      secrets.push(secret)
      return Promise.resolve(true)
    },
  })
  await payByWallet(new FormData(), sheet, send)
  expect(sent).toEqual(['wallet', 'settle yes'])
  expect(secrets).toEqual([SECRET])
})

test('an error of the provider is reported and nothing is ordered', async () => {
  const { sent, send } = shopOf()
  const { sheet, failed } = openSheet({ submit: () => Promise.resolve('Your wallet has no card.') })
  expect(await payByWallet(new FormData(), sheet, send)).toMatchObject({
    message: 'Your wallet has no card.',
  })
  expect(failed).toEqual(['Your wallet has no card.'])
  expect(sent).toEqual([])
})

test('wrong fields end the sheet, and the page marks them', async () => {
  const { send } = shopOf(refused('', { 'passengers[0].full_name': 'This field is required' }))
  const { sheet, failed } = openSheet()
  const end = await payByWallet(new FormData(), sheet, send)
  expect(end.message).toMatch(/^Something above is missing/)
  expect(failed).toEqual([end.message])
  expect(end.answer).toMatchObject({
    kind: 'refused',
    refusal: { problems: { 'passengers[0].full_name': 'This field is required' } },
  })
})

test('a changed price is reported in the wallet’s area and the form stays the same order', async () => {
  const { send } = shopOf(refused('The price changed while you were here.'))
  const { sheet } = openSheet()
  const end = await payByWallet(new FormData(), sheet, send)
  expect(end.message).toBe('The price changed while you were here.')
  expect(end.answer).toMatchObject({ refusal: { text: '', problems: {}, formKey: 'form' } })
})

test('a declined charge is reported with the order’s message in the wallet’s area', async () => {
  const { sent, send } = shopOf(BEGUN, NOT_PAID)
  const { sheet, failed } = openSheet({ confirm: () => Promise.resolve(false) })
  expect(await payByWallet(new FormData(), sheet, send)).toMatchObject({ message: 'Your card was declined.' })
  expect(failed).toEqual(['Your card was declined.'])
  expect(sent).toEqual(['wallet', 'settle no'])
})

test('a sheet closed before the charge is never charged, and only the order is read', async () => {
  const { sent, send } = shopOf(BEGUN, NOT_PAID)
  const confirm = vi.fn(() => Promise.resolve(true))
  const { sheet } = openSheet({ confirm, isClosed: () => true })
  expect((await payByWallet(new FormData(), sheet, send)).message).toMatch(/^Your wallet was closed/)
  expect(confirm).not.toHaveBeenCalled()
  expect(sent).toEqual(['wallet', 'settle no'])
})

test('a sheet closed during the charge waits for the payment, which counts', async () => {
  const { sent, send } = shopOf(BEGUN, { kind: 'fine' })
  let pay: (paid: boolean) => void = () => undefined
  const confirm = () => new Promise<boolean>((resolve) => (pay = resolve))
  const { sheet } = openSheet({ confirm, closed: Promise.resolve() })
  const ended = payByWallet(new FormData(), sheet, send)
  await vi.waitFor(() => {
    expect(sent).toEqual(['wallet'])
  })
  pay(true)
  await ended
  expect(sent).toEqual(['wallet', 'settle yes'])
})

test('a sheet closed during an endless charge stops waiting and reads the order', async () => {
  vi.useFakeTimers()
  const { sent, send } = shopOf(BEGUN, NOT_PAID)
  const { sheet } = openSheet({ confirm: () => new Promise(() => undefined), closed: Promise.resolve() })
  const ended = payByWallet(new FormData(), sheet, send)
  await vi.runAllTimersAsync()
  await ended
  expect(sent).toEqual(['wallet', 'settle no'])
})
