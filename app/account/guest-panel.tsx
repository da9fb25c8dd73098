import { type AccountTab, type GuestLink, TAB_TEXTS } from './account-tabs.ts'

/**
 * Leads on without an account. A guest types an e-mail at the checkout, so this panel has no field.
 */
export function GuestPanel({ tab, link }: { tab: AccountTab; link: GuestLink }) {
  return (
    <>
      <div className="panel-head">
        <h2 id={`${tab}-title`}>{TAB_TEXTS[tab].title}</h2>
        <p className="muted">
          An e-mail is enough: your ticket comes to it, with a link to choose a password whenever you like.
          Gift cards, vouchers and credit need an account.
        </p>
      </div>
      <a className="btn full" href={link.href}>
        {link.toCheckout ? 'Continue as a guest' : 'Choose a flight'}
      </a>
    </>
  )
}
