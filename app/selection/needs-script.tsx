import { telHref, useShellData } from '../visit/shell-data.ts'
import { useServiceTexts } from '../visit/service-texts.ts'

/**
 * Said before anybody types a lot: where there is no payment page of the provider's, a card needs
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
