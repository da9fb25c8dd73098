import { telHref } from '../visit/shell-data.ts'

/** The end of a sentence that offers a call: the number, and that a call is welcome. */
export function CallWelcome({ phone }: { phone: string }) {
  return (
    <>
      <a className="nowrap" href={telHref(phone)}>
        {phone}
      </a>
      : we are glad to help.
    </>
  )
}
