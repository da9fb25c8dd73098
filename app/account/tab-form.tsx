import { type ReactNode } from 'react'
import { accountFieldId } from './account-form.ts'
import { type FormTab, TAB_TEXTS, tabPath } from './account-tabs.ts'

interface TabFormProps {
  tab: FormTab
  note?: string
  /** The query of its address, see `carriedQuery`. */
  kept: string
  /** The field whose refusal goes away with another e-mail (spec section 5). */
  refused?: string | undefined
  children: ReactNode
}

/**
 * A panel's heading and its form, which is sent to the panel's own address. Without its fragment:
 * browsers leave the autofocus of a page alone whose address names a part of it, and then what is
 * wrong would not have the focus.
 */
export function TabForm({ tab, note, kept, refused, children }: TabFormProps) {
  return (
    <>
      <div className="panel-head">
        <h2 id={`${tab}-title`}>{TAB_TEXTS[tab].title}</h2>
        {note ? <p className="muted">{note}</p> : null}
      </div>
      <form
        method="post"
        action={tabPath(tab, kept)}
        noValidate
        className="form"
        data-email-flag={refused && accountFieldId(tab, refused)}
      >
        {children}
      </form>
    </>
  )
}
