import { type ReactNode } from 'react'
import { accountFieldId } from './account-form.ts'
import { accountHref, type AccountTab } from './account-tabs.ts'

interface TabFormProps {
  tab: AccountTab
  title: string
  note?: string
  /** Where to go afterwards. */
  next: string | undefined
  /** The field whose refusal goes away with another e-mail (spec section 5). */
  refused?: string | undefined
  children: ReactNode
}

/** A panel's heading and its form, which is sent to the panel's own address. */
export function TabForm({ tab, title, note, next, refused, children }: TabFormProps) {
  return (
    <>
      <div className="panel-head">
        <h2 id="panel-title">{title}</h2>
        {note ? <p className="muted">{note}</p> : null}
      </div>
      <form
        method="post"
        action={accountHref(tab, next)}
        noValidate
        className="form"
        data-email-flag={refused && accountFieldId(tab, refused)}
      >
        {children}
      </form>
    </>
  )
}
