import { type OrderFile } from '#contract/order-file.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Failure } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { mailHref } from '../parts/mail-states.ts'
import { TEXT_STATES, textHref } from '../parts/text-states.ts'

const inWords = (name: string) => name.replace(/[_:]/g, ' ')

const count = (many: number, noun: string) => `${String(many)} ${noun}${many === 1 ? '' : 's'}`

/** `5 sent, 1 came back` */
function describeMails(mails: OrderFile['mails']): string {
  const inState = (state: OrderFile['mails'][number]['state']) =>
    mails.filter((mail) => mail.state === state).length
  const back = inState('bounced') + inState('failed')
  const waiting = inState('queued')
  return [
    `${String(inState('sent'))} sent`,
    ...(waiting > 0 ? [`${String(waiting)} waiting`] : []),
    ...(back > 0 ? [`${String(back)} not delivered`] : []),
  ].join(', ')
}

const describeTexts = ({ length }: OrderFile['texts']): string =>
  length === 0 ? '' : `; ${count(length, 'text')}`

/** The ledger entries of an order. */
export function Ledger({ file: { ledger }, zone }: { file: OrderFile; zone: string }) {
  return (
    <details id="ledger">
      <summary>{`Ledger, ${count(ledger.length, 'posting')}`}</summary>
      {ledger.length === 0 ? <p className="muted">Nothing was posted for it.</p> : null}
      {ledger.length === 0 ? null : (
        <ScrollRegion label="Postings">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">What</th>
                <th scope="col">Account</th>
                <th scope="col" className="r">
                  Debit
                </th>
                <th scope="col" className="r">
                  Credit
                </th>
              </tr>
            </thead>
            <tbody>
              {ledger.flatMap(({ id, kind, at, entries }) =>
                entries.map(({ account, amount }, index) => (
                  <tr key={`${String(id)} ${String(index)}`}>
                    <th scope="row">
                      {index === 0 ? inWords(kind) : <span className="vh">{inWords(kind)}</span>}
                      {index === 0 ? <small>{formatDateTime(at, zone)}</small> : null}
                    </th>
                    <td>{inWords(account)}</td>
                    <td className="r">{amount > 0 ? formatDollars(amount) : ''}</td>
                    <td className="r">{amount < 0 ? formatDollars(-amount) : ''}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  )
}

/** The mails and texts about an order, with a button to send each again. */
export function OrderMails({
  file: { mails, texts },
  zone,
  failure,
}: {
  file: OrderFile
  zone: string
  failure: string | undefined
}) {
  return (
    <details id="mails" open={failure !== undefined}>
      <summary>{`Mails, ${describeMails(mails)}${describeTexts(texts)}`}</summary>
      <Failure text={failure} />
      {mails.length + texts.length === 0 ? <p className="muted">None so far.</p> : null}
      <ol className="desk-log">
        {mails.map((mail) => (
          <li key={mail.id}>
            <p>
              {inWords(mail.kind)} to {mail.to}
            </p>
            <p className="sm subtle">
              {mail.sent_at ? `Sent ${formatDateTime(mail.sent_at, zone)}` : inWords(mail.state)}
            </p>
            {mail.correctable ? (
              <p className="sm">
                <a href={mailHref(mail)}>Put the address right and send it again</a>
              </p>
            ) : mail.repeatable ? (
              <form method="post" action="#mails">
                <input type="hidden" name="mail" value={mail.id} />
                <button type="submit" className="link-btn" name="intent" value="mail">
                  Send the {inWords(mail.kind)} again
                </button>
              </form>
            ) : null}
          </li>
        ))}
        {texts.map((text) => (
          <li key={`text ${String(text.id)}`}>
            <p>
              {inWords(text.kind)} by text to {text.to}
            </p>
            <p className="sm subtle">
              {TEXT_STATES[text.state].text}
              {text.sent_at ? `, sent ${formatDateTime(text.sent_at, zone)}` : ''}
            </p>
            {text.repeatable ? (
              <p className="sm">
                <a href={textHref(text)}>Look at it and send it again</a>
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
