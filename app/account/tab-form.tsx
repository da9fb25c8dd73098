import { type ReactNode } from 'react'
import { FormErrors } from '../ui/form/fields.tsx'
import { type ShopForm } from '../ui/form/use-shop-form.ts'
import { type FormTab, TAB_TEXTS, tabPath } from './account-tabs.ts'

interface TabFormProps {
  tab: FormTab
  note?: string
  /** The query of its address, see `carriedQuery`. */
  kept: string
  form: ShopForm
  /**
   * The message for the e-mail field that disappears when another e-mail is typed (spec section 5).
   */
  refused?: string
  children: ReactNode
}

/**
 * A panel's heading and its form. The form is submitted to the panel's address without the
 * fragment, because browsers ignore autofocus on a page whose address has one, and the first field
 * in error would not get the focus.
 */
export function TabForm({ tab, note, kept, form, refused, children }: TabFormProps) {
  const flagged = Object.values(form.fields).find(({ error }) => error && error === refused)
  return (
    <>
      <FormErrors form={form} />
      <div className="panel-head">
        <h2 id={`${tab}-title`}>{TAB_TEXTS[tab].title}</h2>
        {note ? <p className="muted">{note}</p> : null}
      </div>
      <form
        method="post"
        action={tabPath(tab, kept)}
        {...form.props}
        className="form"
        data-email-flag={flagged?.id}
      >
        {children}
      </form>
    </>
  )
}
