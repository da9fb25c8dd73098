import { telHref } from '../visit/shell-data.ts'

interface AboutOrderProps {
  number: string
  contact: { phone: string; email: string }
}

/** Contact for questions about an order: a mail with its number, or a phone call. */
export function AboutOrder({ number, contact }: AboutOrderProps) {
  return (
    <p className="mt5">
      <a href={`mailto:${contact.email}?subject=${encodeURIComponent(`Order ${number}`)}`}>Contact us</a>{' '}
      about this order, or call{' '}
      <a className="nowrap" href={telHref(contact.phone)}>
        {contact.phone}
      </a>
      .
    </p>
  )
}
