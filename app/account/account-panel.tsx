import { ErrorSummary } from '../components/ui/error-summary.tsx'
import { type FieldProblems, summariseAccount } from './account-form.ts'
import { accountHref, type AccountTab, accountTabs, TAB_NAMES } from './account-tabs.ts'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { ResetForm } from './reset-form.tsx'

export interface AccountPanelProps {
  tab: AccountTab
  /** Where to go after logging in; undefined stays here. */
  next: string | undefined
  /** The way on without an account; undefined where there is none. */
  guestHref: string | undefined
  /** Good news from the step before. */
  notice: string | undefined
  typed: Readonly<Record<string, string>>
  problems: FieldProblems
  /** What is wrong with the form as a whole. */
  failure: string | undefined
}

const FORMS = { login: LoginForm, register: RegisterForm, reset: ResetForm }

/**
 * Log in, register or reset a password. One panel is in the page, the one the address asks for; the tabs are links that
 * name it twice, for the server and as the fragment. The other panels are only stood in for, so that an address with a
 * fragment alone still leads to the right one, without a script too.
 */
export function AccountPanel(props: AccountPanelProps) {
  const { tab, next, guestHref, notice, typed, problems, failure } = props
  const Form = FORMS[tab]
  const summary = [...(failure ? [{ text: failure }] : []), ...summariseAccount(tab, problems)]
  return (
    <div className="panel-column">
      <h1 className="vh">Your account</h1>
      {guestHref ? (
        <a className="btn second full guest-way" href={guestHref}>
          Continue as a guest
        </a>
      ) : null}
      <Tabs tab={tab} next={next} />
      {accountTabs
        .filter((other) => other !== tab)
        .map((other) => (
          <section key={other} id={other} className="elsewhere" aria-label={TAB_NAMES[other]}>
            <a className="btn full" href={accountHref(other, next)}>
              {TAB_NAMES[other]}
            </a>
          </section>
        ))}
      <section id={tab} className="panel" aria-labelledby="panel-title">
        <ErrorSummary items={summary} />
        {notice ? (
          <p className="alert good mb6" role="status">
            {notice}
          </p>
        ) : null}
        <Form next={next} typed={typed} problems={problems} />
      </section>
    </div>
  )
}

function Tabs({ tab, next }: Pick<AccountPanelProps, 'tab' | 'next'>) {
  const shown = accountTabs.filter((one) => one !== 'reset' || tab === 'reset')
  return (
    <nav className="tabs" aria-label="Account options">
      <ul>
        {shown.map((one) => (
          <li key={one}>
            <a href={accountHref(one, next)} aria-current={one === tab ? 'page' : undefined}>
              {TAB_NAMES[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
