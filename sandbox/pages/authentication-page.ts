import { dollars, html } from './html.ts'
import { type Page } from './page-response.ts'

/**
 * The bank's 3-D Secure challenge.
 * @param amount in cents, null when a card is only saved
 */
export function authenticationPage(id: string, amount: number | null, back: string[]): Page {
  return {
    title: 'Confirm it is you',
    framed: true,
    formTargets: back,
    main: html`<form class="card" method="post" action="/sandbox/3ds/${id}">
      <h1>Confirm it is you</h1>
      <p>
        Your bank would ask you here to approve
        ${amount === null ? 'saving your card' : html`a payment of <strong>${dollars(amount)}</strong>`}.
        Choose how it ends.
      </p>
      <button name="outcome" value="complete">Complete</button>
      <button class="second" name="outcome" value="fail">Fail</button>
    </form>`,
  }
}

export function authenticationOverPage(back: string | undefined): Page {
  return {
    title: 'Nothing to confirm',
    framed: true,
    status: 410,
    main: html`<div class="card">
      <h1>There is nothing to confirm here any more</h1>
      <p>It was finished, failed or cancelled meanwhile.</p>
      ${back ? html`<a class="back" href="${back}">Back to the shop</a>` : ''}
    </div>`,
  }
}

/**
 * The last page inside the shop's frame; the shop then reads the payment again and removes the
 * frame.
 */
export function authenticationDonePage(): Page {
  return {
    title: 'Answered',
    framed: true,
    main: html`<div class="card">
      <h1>Thank you</h1>
      <p>Your answer was noted. You can go on in the shop.</p>
    </div>`,
  }
}
