import { type BillingDetails, type LineItem } from '@stripe/stripe-js'
import { sheetSheets } from './field-style.ts'

/** One of the wallet's cards. */
export interface WalletCard {
  number: string
  /** Whether the shopper cancels the sheet as the payment begins. */
  leaves: boolean
}

/** The cards of the test wallet, one for each outcome (docs/sandbox.md). */
const CARDS = [
  { label: 'A card that pays', number: '4242424242424242' },
  { label: 'A card that is declined', number: '4000000000000002' },
  { label: 'A card whose bank asks first', number: '4000000000003220' },
]

export interface WalletSheet {
  /** Closes the sheet without an event to the page. */
  close: () => void
}

interface Shown {
  /** The amount in cents. */
  amount: number
  lineItems: LineItem[]
  owner: BillingDetails
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Opens the sheet of the test wallet over the page: the amount, the cards, and the buttons to close
 * it.
 */
export function openWalletSheet(
  shown: Shown,
  on: { pay: (card: WalletCard) => void; closed: () => void },
): WalletSheet {
  const host = document.createElement('div')
  const dialog = document.createElement('dialog')
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = sheetSheets()
  const cancel = buttonOf('Cancel')
  const pay = buttonOf(`Pay ${dollars(shown.amount)}`, 'Main')
  const leave = buttonOf('Pay, and close this at once')
  const said = textOf('p', '')
  said.role = 'status'
  const choice = cardChoice()
  dialog.setAttribute('aria-labelledby', 'title')
  dialog.append(headerWith(cancel), summaryOf(shown), choice.node, pay, leave, said)
  root.append(dialog)
  document.body.append(host)

  let over = false
  const end = () => {
    if (over) return false
    over = true
    dialog.close()
    host.remove()
    return true
  }
  const cancelled = () => {
    if (end()) on.closed()
  }
  const start = (leaves: boolean) => {
    pay.disabled = leave.disabled = true
    said.textContent = 'Paying…'
    on.pay({ number: choice.read(), leaves })
  }
  pay.addEventListener('click', () => start(false))
  leave.addEventListener('click', () => start(true))
  cancel.addEventListener('click', cancelled)
  // The Escape key closes the dialog.
  dialog.addEventListener('close', cancelled)
  dialog.showModal()
  return { close: () => void end() }
}

function headerWith(cancel: HTMLElement): HTMLElement {
  const header = document.createElement('header')
  const title = textOf('h2', 'Test wallet')
  title.id = 'title'
  header.append(title, cancel)
  return header
}

function summaryOf({ amount, lineItems, owner }: Shown): HTMLElement {
  const summary = document.createElement('div')
  summary.append(
    textOf('p', 'This stands for the wallet of a phone or browser. No money moves.'),
    ...lineItems.map((item) => textOf('p', `${item.name}: ${dollars(item.amount)}`)),
    textOf('p', dollars(amount), 'Amount'),
    textOf('p', [owner.name, owner.email, owner.phone].filter(Boolean).join(', ')),
  )
  return summary
}

function cardChoice() {
  const node = document.createElement('fieldset')
  node.append(textOf('legend', 'Card'))
  const inputs = CARDS.map(({ label, number }, index) => {
    const input = document.createElement('input')
    const row = document.createElement('label')
    input.type = 'radio'
    input.name = 'card'
    input.value = number
    input.checked = index === 0
    row.append(input, label)
    node.append(row)
    return input
  })
  return { node, read: () => inputs.find((one) => one.checked)?.value ?? '' }
}

function buttonOf(text: string, className = ''): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.textContent = text
  return button
}

function textOf(name: 'p' | 'h2' | 'legend', text: string, className = ''): HTMLElement {
  const node = document.createElement(name)
  node.className = className
  node.textContent = text
  return node
}
