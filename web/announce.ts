import { type Settings } from '#settings/settings.ts'
import { sandboxAccess } from './guard-sandbox.ts'

const demoAccounts = ['customer@example.com', 'staff@example.com', 'admin@example.com', 'pilot@example.com']

/**
 * Returns the start message for the terminal: the address of the shop, the demo accounts, and what
 * is in test mode.
 */
export function announce(settings: Settings, port: number): string {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  const origin = `http://${host === '127.0.0.1' || host === '0.0.0.0' ? 'localhost' : host}:${String(port)}`
  if (settings.worker === 'only') return `\n  The jobs run; their health is at ${origin}/readyz\n\n`
  const lines = ['', `  The shop is open at ${origin}`]
  if (settings.mode === 'shop') lines.push(`  Its service is at ${settings.apiUrl ?? ''}`)
  if (settings.mode === 'embedded') {
    // A shop that is reachable from other machines does not log passwords.
    const password = settings.isPublic ? 'as DEMO_PASSWORD says' : settings.demoPassword
    lines.push(
      '',
      `  Demo accounts (password ${password}; with it alone all of them are customers):`,
      ...demoAccounts.map((one) => `    ${one}`),
      ...(settings.demoSeed === undefined ? [] : ['    agent@example.com']),
    )
  }
  if (settings.mode !== 'shop') {
    if (settings.payments === 'sandbox')
      lines.push('', '  Payments: test mode, no card is charged (card 4242 4242 4242 4242)')
    else if (settings.testMode) lines.push('', '  Payments: Stripe with a test key, no card is charged')
    if (!settings.smtpUrl) lines.push(`  Mail: kept in the test mailbox, ${origin}/sandbox/mail`)
    if (!settings.smtpUrl || settings.payments === 'sandbox') lines.push(...sandboxLines(settings))
  }
  return `${lines.join('\n')}\n\n`
}

const SANDBOX_LINES = {
  open: [],
  'behind its password': [
    '  The mailbox and the sandbox’s controls ask for SANDBOX_PASSWORD, with any user name',
  ],
  closed: [
    '  The shop can be reached from outside: the mailbox and the sandbox’s controls are closed;',
    '  set SANDBOX_PASSWORD to open them for whoever knows it',
  ],
}
const sandboxLines = (settings: Settings) => SANDBOX_LINES[sandboxAccess(settings)]
