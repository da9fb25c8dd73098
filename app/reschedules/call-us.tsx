import { telHref } from '../visit/shell-data.ts'

export function CallUs({
  contact,
  number,
}: {
  contact: { phone: string; email: string }
  /** The order the call is about. */
  number?: string
}) {
  const subject = number ? `?subject=${encodeURIComponent(`Order ${number}`)}` : ''
  return (
    <p className="mt6">
      Questions? Call{' '}
      <a className="nowrap" href={telHref(contact.phone)}>
        {contact.phone}
      </a>{' '}
      or write to <a href={`mailto:${contact.email}${subject}`}>{contact.email}</a>.
    </p>
  )
}
