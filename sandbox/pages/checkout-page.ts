import { type StoredLineItem } from '../stripe/resources/new-checkout-session.ts'
import { type CardForm, type CardFormProblems } from './read-card-form.ts'
import { dollars, html, Markup } from './html.ts'
import { type Page } from './page-response.ts'

export interface CheckoutView {
  /** The URL that the form is sent to. */
  action: string
  items: StoredLineItem[]
  /** The total in cents; null when a card is only saved. */
  total: number | null
  /** The known e-mail, which the page shows instead of an input. */
  email: string | undefined
  /** The shop's return URL; null for an invoice. */
  successUrl: string | null
  cancelUrl: string | null
  /**
   * The origin of the 3-D Secure page, because the sandbox may be visited under another host name.
   */
  publicUrl: string
  submitText: string | undefined
}
export interface CheckoutState {
  typed?: CardForm
  problems?: CardFormProblems
  /** The decline message. */
  declined?: string
  /** The page is the response to a submitted form. */
  answers?: boolean
}

const labels = { number: 'Card number', expiry: 'Expiry', cvc: 'CVC', email: 'Email' } as const
type Name = keyof typeof labels

/** The hosted payment page. */
export function checkoutPage(view: CheckoutView, state: CheckoutState = {}): Page {
  const paying = view.total !== null
  const failed = state.declined ?? Object.keys(state.problems ?? {}).length > 0
  return {
    title: `${failed ? 'Error: ' : ''}${paying ? 'Pay' : 'Save a card'}`,
    status: !state.answers ? 200 : state.declined ? 402 : 422,
    formTargets: [view.publicUrl, view.successUrl, view.cancelUrl].filter((one) => one !== null),
    main: html`${view.cancelUrl ? html`<a class="back" href="${view.cancelUrl}">Back</a>` : ''}
      <h1>${view.total === null ? 'Save a card' : `Pay ${dollars(view.total)}`}</h1>
      ${summary(state, paying)} ${view.total === null ? '' : lines(view.items, view.total)}
      <form class="card" method="post" action="${view.action}" novalidate>
        <h2>Card</h2>
        <p class="muted">Try 4242 4242 4242 4242 with any future expiry and any CVC.</p>
        ${
          view.email === undefined
            ? field('email', state, 'type="email" autocomplete="email"')
            : knownEmail(view.email)
        }
        ${field('number', state, 'inputmode="numeric" autocomplete="cc-number"')}
        <div class="pair">
          ${field('expiry', state, 'inputmode="numeric" autocomplete="cc-exp"', 'Month and year, like 12/30')}
          ${field(
            'cvc',
            state,
            'inputmode="numeric" autocomplete="cc-csc" maxlength="4"',
            'Three or four digits',
          )}
        </div>
        ${view.submitText ? html`<p class="muted">${view.submitText}</p>` : ''}
        <button type="submit">${paying ? 'Pay' : 'Save card'}</button>
      </form>`,
  }
}

function summary({ problems = {}, declined }: CheckoutState, paying: boolean): Markup | undefined {
  if (declined) {
    return html`<div class="summary" role="alert">
      <h2>${paying ? 'The payment did not go through' : 'The card was not saved'}</h2>
      <p>${declined}</p>
    </div>`
  }
  const entries = Object.entries(problems)
  if (entries.length === 0) return undefined
  return html`<div class="summary" role="alert">
    <h2>There is a problem</h2>
    <ul>
      ${entries.map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}
    </ul>
  </div>`
}

function lines(items: StoredLineItem[], total: number): Markup {
  return html`<section class="card" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <ul class="lines">
      ${items.map(
        (item) =>
          html`<li class="line">
            <span>${item.description}${item.quantity > 1 ? ` × ${String(item.quantity)}` : ''}</span
            ><span class="amount">${dollars(item.amount_total)}</span>
          </li>`,
      )}
      <li class="line total"><span>Total</span><span class="amount">${dollars(total)}</span></li>
    </ul>
  </section>`
}

/** @param attributes trusted markup of this file */
function field(
  name: Name,
  { typed, problems = {} }: CheckoutState,
  attributes: string,
  hint?: string,
): Markup {
  const problem = problems[name]
  const described = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ')
  const value = name === 'cvc' ? '' : (typed?.[name] ?? '')
  return html`<div class="field">
    <label for="${name}">${labels[name]}</label>
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      ${new Markup(attributes)}
      ${described ? html`aria-describedby="${described}"` : ''}
      ${problem ? html`aria-invalid="true"` : ''}
      required
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${problem ? html`<p class="problem" id="${name}-problem">${problem}</p>` : ''}
  </div>`
}

const knownEmail = (email: string) =>
  html`<div class="field">
    <label for="email">${labels.email}</label>
    <input id="email" name="email" type="email" autocomplete="email" value="${email}" readonly />
  </div>`

/** The page of a session that is complete or expired. */
export function closedPage(view: CheckoutView, status: string): Page {
  const complete = status === 'complete'
  const back = complete ? view.successUrl : view.cancelUrl
  const { done, told, untouched } = view.total === null ? closedTexts.setup : closedTexts.payment
  return {
    title: complete ? done : 'Expired',
    status: complete ? 200 : 410,
    main: html`<div class="card">
      <h1>${complete ? 'This is already done' : 'This page has expired'}</h1>
      <p>${complete ? told : `${untouched} Go back to the shop to start again.`}</p>
      ${back ? html`<a class="back" href="${back}">Back to the shop</a>` : ''}
    </div>`,
  }
}

const closedTexts = {
  payment: {
    done: 'Already paid',
    told: 'The payment went through once; nothing more will be taken.',
    untouched: 'Nothing was charged.',
  },
  setup: { done: 'Already saved', told: 'Your card was saved.', untouched: 'No card was saved.' },
}

export function notFoundPage(): Page {
  return {
    title: 'Not found',
    status: 404,
    main: html`<div class="card">
      <h1>There is nothing here</h1>
      <p>The address is wrong, or what it led to is gone.</p>
    </div>`,
  }
}
