import { telHref, useShellData } from '../visit/shell-data.ts'
import { useServiceTexts } from '../visit/service-texts.ts'

/**
 * Shown before anything is typed: if the service has no hosted payment page, paying by card needs
 * our script.
 */
export function NeedsScript() {
  const { hostedPage } = useServiceTexts()
  const phone = useShellData()?.brand.phone
  if (hostedPage || !phone) return null
  return (
    <noscript>
      <p className="alert warn mt4 mb6">
        Paying here needs JavaScript, which is off in your browser. Turn it on, or call{' '}
        <a className="nowrap" href={telHref(phone)}>
          {phone}
        </a>
        , and we book your flight for you.
      </p>
    </noscript>
  )
}
