import { withType } from '#contract/passenger-type-words.ts'
import { type PassengerForm } from '#contract/passenger.ts'
import { type PartyGuest } from '#contract/party.ts'

/** A guest as the others of the party know them: by first name and number, or by the number alone. */
export const guestName = ({ given_name: name, number, passenger_type: type }: PartyGuest) =>
  withType(name === null ? `Guest ${String(number)}` : `${name}, guest ${String(number)}`, type)

/** Who of the party has told everything, and who has not yet; nothing for somebody who flies alone. */
export function PartyStatus({ party }: Pick<PassengerForm, 'party'>) {
  if (party.length < 2) return null
  const done = party.filter((guest) => guest.done).length
  return (
    <section className="party-status" aria-labelledby="party-status">
      <h2 id="party-status">
        Your party, {done} of {party.length} done
      </h2>
      <ul>
        {party.map((guest) => (
          <li key={guest.number}>
            <span>{guest.own ? 'You' : guestName(guest)}</span>
            <span className={guest.done ? 'chip good' : 'chip line'}>{guest.done ? 'Done' : 'Not yet'}</span>
          </li>
        ))}
      </ul>
      <p className="hint">Nobody of your party sees what you type here, nor you what they do.</p>
    </section>
  )
}
