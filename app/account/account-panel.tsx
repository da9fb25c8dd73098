import { type FormAnswer } from '../ui/form/form-shape.ts'
import { type AccountTab, type GuestLink, listTabs, TAB_NAMES, TAB_TEXTS, tabHref } from './account-tabs.ts'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { ResetForm } from './reset-form.tsx'

export interface AccountPanelProps {
  tab: AccountTab
  /** The query that every panel's address keeps, see `carriedQuery`. */
  kept: string
  /** Where visitors continue without an account; undefined if the shop has no guest checkout. */
  guest: GuestLink | undefined
  /** A success message of the step before. */
  notice: string | undefined
  /** The initial values of the fields. */
  known: Readonly<Record<string, string>>
  /** What whoever registers may agree to; undefined where the brand sends no texts. */
  consent: string | undefined
  /** The action's refusal. */
  answer: FormAnswer | undefined
}

const FORMS = { login: LoginForm, register: RegisterForm, reset: ResetForm }

/**
 * Log in, register, reset a password, or go on as a guest. The page shows the panel that its
 * address names. The tabs are links with the name in the query, for the server, and in the
 * fragment, for the browser. If only the fragment names a panel, style sheets show that panel's tab
 * as the current one, and a button opens its form. The forms of the other panels wait in
 * `<template>` elements: where scripts run, the links become tabs that switch without a request.
 */
export function AccountPanel(props: AccountPanelProps) {
  const { tab, kept, guest, notice, known, consent, answer } = props
  const tabs = listTabs(guest)
  const guestHref = guest?.toCheckout && tab !== 'checkout-guest' ? guest.href : undefined
  return (
    <div className="panel-column" data-tabs>
      <h1 className="vh">Your account</h1>
      {guestHref ? (
        <a className="btn second full guest-way" href={guestHref}>
          Continue as a guest
        </a>
      ) : null}
      <Tabs tabs={tabs} tab={tab} kept={kept} />
      {tabs
        .filter((other) => other !== tab)
        .map((other) => (
          <section key={other} id={other} className="elsewhere" aria-label={TAB_NAMES[other]}>
            <NamedPanel tab={other} tabs={tabs} kept={kept} />
            <template>
              <PanelBody tab={other} {...{ kept, guest, consent }} known={{}} answer={undefined} />
            </template>
          </section>
        ))}
      <section id={tab} className="panel" aria-labelledby={`${tab}-title`}>
        {notice ? (
          <p className="alert good mb6" role="status">
            {notice}
          </p>
        ) : null}
        <PanelBody tab={tab} {...{ kept, guest, consent, known, answer }} />
      </section>
    </div>
  )
}

/** The panel that only the fragment of the address names; the server never sees a fragment. */
function NamedPanel({ tab, tabs, kept }: { tabs: AccountTab[] } & Pick<AccountPanelProps, 'tab' | 'kept'>) {
  const { title, open } = TAB_TEXTS[tab]
  return (
    <>
      <nav className="tabs" aria-label="Account options">
        <ul>
          {tabs
            .filter((one) => one !== 'reset' || tab === 'reset')
            .map((one) => (
              <li key={one}>
                <a href={tabHref(one, kept)} aria-current={one === tab ? 'page' : undefined}>
                  {TAB_NAMES[one]}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      <div className="panel-head">
        <h2>{title}</h2>
      </div>
      <a className="btn full" href={tabHref(tab, kept)}>
        {open}
      </a>
    </>
  )
}

type BodyProps = Pick<AccountPanelProps, 'tab' | 'kept' | 'guest' | 'known' | 'consent' | 'answer'>

function PanelBody({ tab, kept, guest, known, consent, answer }: BodyProps) {
  if (tab === 'guest' || tab === 'checkout-guest') return guest ? <GuestPanel tab={tab} link={guest} /> : null
  const Form = FORMS[tab]
  return <Form {...{ kept, known, consent, answer }} />
}

function Tabs({ tabs, tab, kept }: { tabs: AccountTab[] } & Pick<AccountPanelProps, 'tab' | 'kept'>) {
  return (
    <nav className="tabs" aria-label="Account options">
      <ul>
        {tabs.map((one) => (
          <li key={one} hidden={one === 'reset' && tab !== 'reset'}>
            <a
              href={tabHref(one, kept)}
              id={`${one}-tab`}
              aria-current={one === tab ? 'page' : undefined}
              data-tab={one}
            >
              {TAB_NAMES[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Leads on without an account. A guest types an e-mail at the checkout, so this panel has no field.
 */
function GuestPanel({ tab, link }: { tab: AccountTab; link: GuestLink }) {
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
