import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { testSettings } from '#tests/support/test-settings.ts'
import { announce } from './announce.ts'
import { guardSandbox } from './guard-sandbox.ts'
import { type WebEnv } from './request-facts.ts'

const PASSWORD = 'a-password-of-its-own'
const basic = (password: string) => ({ Authorization: `Basic ${btoa(`anybody:${password}`)}` })

function openWeb(settings: { isPublic: boolean; sandboxPassword?: string }) {
  const web = new Hono<WebEnv>()
  web.use(async (c, next) => {
    c.set('visitorAddress', c.req.header('Test-Address') ?? '203.0.113.1')
    await next()
  })
  web.use(
    '/sandbox/*',
    guardSandbox(testSettings(settings), () => 0),
  )
  web.all('/sandbox/*', (c) => c.text('inside'))
  return async (path: string, headers: Record<string, string> = {}) => web.request(path, { headers })
}

const CLOSED = [
  'mail',
  'mail.json',
  'mail/1',
  'mail/1/html',
  'authenticator',
  'control/disputes',
  'anything',
  'checkout',
  'checkout/cs_1/more',
  'stripe/v1',
].map((path) => `/sandbox/${path}`)
const OPEN = [
  'checkout/cs_1',
  'invoice/in_1',
  '3ds/pi_1',
  'stripe.js',
  'sandbox.css',
  'stripe/v1/tokens',
].map((path) => `/sandbox/${path}`)

describe('the sandbox of a shop that can be reached from outside', () => {
  it('without a password the mailbox, authenticator and controls are closed', async () => {
    const ask = openWeb({ isPublic: true })
    for (const path of CLOSED) {
      const answer = await ask(path, basic('fly-demo'))
      expect(answer.status, path).toBe(403)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(await answer.text()).toContain('set SANDBOX_PASSWORD')
    }
  })

  it('only the sandbox’s own password opens them, with any user name', async () => {
    const ask = openWeb({ isPublic: true, sandboxPassword: PASSWORD })
    for (const path of CLOSED) {
      expect((await ask(path)).status, path).toBe(401)
      expect((await ask(path, basic(PASSWORD))).status, path).toBe(200)
    }
    const refused = await ask('/sandbox/mail', basic('fly-demo'))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toMatch(/^Basic realm="Sandbox"/)
    for (const header of ['Basic', 'Basic ', 'Basic %%%', `Bearer ${PASSWORD}`, `Basic ${btoa(':')}`]) {
      expect((await ask('/sandbox/mail', { Authorization: header })).status, header).toBe(401)
    }
  })

  it('shoppers pay without any password', async () => {
    for (const ask of [openWeb({ isPublic: true }), openWeb({ isPublic: true, sandboxPassword: PASSWORD })]) {
      for (const path of OPEN) expect((await ask(path)).status, path).toBe(200)
    }
  })

  it('guesses at the password are limited, and a request without one is still asked for it', async () => {
    const ask = openWeb({ isPublic: true, sandboxPassword: PASSWORD })
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++)
      statuses.push((await ask('/sandbox/mail', basic('guess'))).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
    expect((await ask('/sandbox/mail', basic(PASSWORD))).status).toBe(429)
    expect((await ask('/sandbox/mail')).status).toBe(401)
    expect((await ask('/sandbox/mail', { ...basic('guess'), 'Test-Address': '203.0.113.2' })).status).toBe(
      401,
    )
  })

  it('the start says what is closed and never prints a password', () => {
    const demoPassword = 'nobody-knows-it'
    const closed = announce(testSettings({ isPublic: true, demoPassword }), 3000)
    expect(closed).toContain('set SANDBOX_PASSWORD to open them')
    expect(closed).not.toContain(demoPassword)
    const guarded = announce(testSettings({ isPublic: true, demoPassword, sandboxPassword: PASSWORD }), 3000)
    expect(guarded).toContain('ask for SANDBOX_PASSWORD')
    expect(guarded).not.toContain(PASSWORD)
  })
})

describe('the sandbox of a shop on this machine alone', () => {
  it('the sandbox is open unless it was given a password', async () => {
    expect((await openWeb({ isPublic: false })('/sandbox/mail')).status).toBe(200)
    const guarded = openWeb({ isPublic: false, sandboxPassword: PASSWORD })
    expect((await guarded('/sandbox/mail')).status).toBe(401)
    expect(announce(testSettings(), 3000)).not.toContain('SANDBOX_PASSWORD')
  })
})
