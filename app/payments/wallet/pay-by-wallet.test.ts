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

/** A shop that gives the answers in turn, and what it was sent. */
function shopOf(...answers: PayAnswer[]) {
  const sent: string[] = []
  const send = (_form: FormData, intent: string, more: Record<string, string> = {}) => {
    sent.push([intent, ...Object.values(more)].join(' '))
    return Promise.resolve(answers.shift() ?? { kind: 'fine' as const })
  }
  return { sent, send }
}

/** The provider's half of an open sheet. */
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

test('paid: order and payment in one call, the charge, then the order itself says so', async () => {
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

test('what the provider finds wrong is said, and nothing is ordered', async () => {
  const { sent, send } = shopOf()
  const { sheet, failed } = openSheet({ submit: () => Promise.resolve('Your wallet has no card.') })
  expect(await payByWallet(new FormData(), sheet, send)).toMatchObject({
    message: 'Your wallet has no card.',
  })
  expect(failed).toEqual(['Your wallet has no card.'])
  expect(sent).toEqual([])
})

test(
  'fields that are wrong: the sheet ends, the page marks ' + 'them, the wallet says where to look',
  async () => {
    const { send } = shopOf(refused('', { 'passengers[0].full_name': 'This field is required' }))
    const { sheet, failed } = openSheet()
    const end = await payByWallet(new FormData(), sheet, send)
    expect(end.message).toMatch(/^Something above is missing/)
    expect(failed).toEqual([end.message])
    expect(end.answer).toMatchObject({
      kind: 'refused',
      refusal: { problems: { 'passengers[0].full_name': 'This field is required' } },
    })
  },
)

test('a price that changed is the wallet’s to say; the form stays the same order', async () => {
  const { send } = shopOf(refused('The price changed while you were here.'))
  const { sheet } = openSheet()
  const end = await payByWallet(new FormData(), sheet, send)
  expect(end.message).toBe('The price changed while you were here.')
  expect(end.answer).toMatchObject({ refusal: { text: '', problems: {}, formKey: 'form' } })
})

test('declined: the order is asked, and its sentence is the wallet’s', async () => {
  const { sent, send } = shopOf(BEGUN, NOT_PAID)
  const { sheet, failed } = openSheet({ confirm: () => Promise.resolve(false) })
  expect(await payByWallet(new FormData(), sheet, send)).toMatchObject({ message: 'Your card was declined.' })
  expect(failed).toEqual(['Your card was declined.'])
  expect(sent).toEqual(['wallet', 'settle no'])
})

test(
  'closed before anything was confirmed: nothing is confirmed any more, and the order is ' + 'only asked',
  async () => {
    const { sent, send } = shopOf(BEGUN, NOT_PAID)
    const confirm = vi.fn(() => Promise.resolve(true))
    const { sheet } = openSheet({ confirm, isClosed: () => true })
    expect((await payByWallet(new FormData(), sheet, send)).message).toMatch(/^Your wallet was closed/)
    expect(confirm).not.toHaveBeenCalled()
    expect(sent).toEqual(['wallet', 'settle no'])
  },
)

test('closed while the money moves: the payment is waited for, and counts', async () => {
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

test('closed, and the provider never answers: after a while the order is asked', async () => {
  vi.useFakeTimers()
  const { sent, send } = shopOf(BEGUN, NOT_PAID)
  const { sheet } = openSheet({ confirm: () => new Promise(() => undefined), closed: Promise.resolve() })
  const ended = payByWallet(new FormData(), sheet, send)
  await vi.runAllTimersAsync()
  await ended
  expect(sent).toEqual(['wallet', 'settle no'])
})
