import { type ReactNode } from 'react'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { ActionPanel } from '../parts/action-panel.tsx'

interface MeansFormProps {
  id: string
  /** The forms below each other have fields of the same names. */
  title: string
  /** A link to what this means of payment needs. */
  to?: ReactNode
  path: string
  form: PlainForm
  /** Of all folded forms one is open at a time; undefined where none is folded. */
  folded: { open: boolean } | undefined
  children: ReactNode
}

/** The form of one means of payment, under its title or folded behind it. */
export function MeansForm({ id, title, to, path, form, folded, children }: MeansFormProps) {
  const fields = (
    <form
      method="post"
      action={path}
      className="desk-find means"
      {...(folded ? { 'aria-label': title } : { 'aria-labelledby': id })}
      {...form.props}
    >
      {folded && !to ? null : (
        <div className="means-head">
          {folded ? null : <h3 id={id}>{title}</h3>}
          {to}
        </div>
      )}
      {children}
    </form>
  )
  return folded ? (
    <ActionPanel id={id} title={title} group="means" open={folded.open}>
      {fields}
    </ActionPanel>
  ) : (
    fields
  )
}
