import { type Manifest } from '#contract/passenger.ts'
import { formatDollars } from '../../../format/format-dollars.ts'
import { FieldError } from '../../../ui/field.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { type FormAnswer } from '../../../ui/form/form-shape.ts'
import { plainForm, type ShopField } from '../../../ui/form/use-shop-form.ts'
import { boardedTime } from '../boarding-form.tsx'
import { guestHref } from '../../guests/guest-words.ts'
import { isAhead } from '../flight-state.ts'
import { isCheckInOpen, listNames, nameOf } from '../flight-words.ts'
import { partyShape, type ScanPlace, scanHref, weightField } from './scan-forms.ts'
import { isHere, type ScanParty } from './scan-view.ts'

type Passenger = Manifest['passengers'][number]

interface PartyProps {
  manifest: Manifest
  party: ScanParty
  place: ScanPlace
  /** The refused form, with its submitted values. */
  refused: FormAnswer | undefined
}

/** One party: who is here, what is missing, and the one press that checks in whoever is ticked. */
export function PartyPart(props: PartyProps) {
  const { manifest, party, place } = props
  const people = [...party.here, ...party.elsewhere]
  const isOpen = isCheckInOpen(manifest.flight)
  const awaited = people.filter((one) => !isHere(one))
  return (
    <section className="desk-part" aria-labelledby="party">
      <div>
        <h2 id="party">
          <a href={`/staff/orders/${String(party.order)}`}>O-{party.order}</a>, {listNames(people)}
        </h2>
        <p className="muted">
          {manifest.flight_code}, {manifest.flight.product_name}
        </p>
      </div>
      <PartyNotes {...props} />
      {awaited.length === 0 ? (
        <p className="alert good" role="status">
          All of them are checked in already. If somebody else shows this ticket, compare the names.
        </p>
      ) : null}
      {isOpen ? null : <Closed flight={manifest.flight} />}
      <PartyForm {...props} isOpen={isOpen} />
      {people.filter(isHere).map((one) => (
        <form key={one.id} method="post" id={undoId(one)} action={partyHref(props)}>
          <PartyFields {...props} />
        </form>
      ))}
      <p>
        <a className="btn second" href={scanHref({ flight: place.flight })}>
          Back to scanning
        </a>
      </p>
    </section>
  )
}

const undoId = ({ id }: Passenger) => `undo-${String(id)}`

const partyHref = ({ place, party, manifest }: PartyProps) =>
  scanHref({ flight: place.flight, on: manifest.flight_id, order: party.order })

/** Says which party a form is about. */
const PartyFields = ({ manifest, party }: Pick<PartyProps, 'manifest' | 'party'>) => (
  <>
    <input type="hidden" name="flight" value={manifest.flight_id} />
    <input type="hidden" name="order" value={party.order} />
  </>
)

/** Why nobody can be checked in now. */
function Closed({ flight }: Pick<Manifest, 'flight'>) {
  const text = isAhead(flight.status)
    ? 'Check-in begins six hours before the flight.'
    : flight.status === 'called_off'
      ? 'This departure is called off.'
      : 'This flight has landed.'
  return (
    <p className="alert warn" role="status">
      {text}
    </p>
  )
}

/** What is owed, and whether the party has fewer seats than people. */
function PartyNotes({ manifest, party }: PartyProps) {
  const owed = manifest.still_to_pay.find(({ order_id: id }) => id === party.order)
  const many = manifest.too_many.find(({ order_id: id }) => id === party.order)
  if (!owed && !many) return null
  return (
    <div className="alert warn" role="status">
      {owed ? (
        <p>
          {formatDollars(owed.amount)} still to pay.{' '}
          <a href={`/staff/orders/${String(party.order)}#counter`}>Take {formatDollars(owed.amount)}</a>
        </p>
      ) : null}
      {many ? (
        <p>
          {many.people} people have {many.seats === 1 ? '1 seat' : `${String(many.seats)} seats`}.{' '}
          <a href={`/staff/flights/${String(manifest.flight_id)}`}>Say who stays at home</a>
        </p>
      ) : null}
    </div>
  )
}

function PartyForm(props: PartyProps & { isOpen: boolean }) {
  const { manifest, party, refused, isOpen } = props
  const people = [...party.here, ...party.elsewhere]
  const form = plainForm(partyShape(people), refused)
  const ticked = refused ? readTicked(refused) : undefined
  const person = (one: Passenger, isPlanned: boolean) => (
    <Person
      key={one.id}
      one={one}
      flightId={manifest.flight_id}
      zone={manifest.flight.timezone}
      isOpen={isOpen}
      isTicked={ticked ? ticked.includes(String(one.id)) : isPlanned && one.boarding === null}
      weight={form.fields[weightField(one.id)]}
    />
  )
  const isAsked = isOpen && people.some((one) => !isHere(one))
  return (
    <form method="post" action={partyHref(props)} className="scan-party" {...form.props}>
      <PartyFields {...props} />
      <fieldset id="people">
        <legend className="vh">Who is here</legend>
        <FieldError id="people" error={form.fields['people']?.error} />
        <ul className="scan-people">{party.here.map((one) => person(one, true))}</ul>
        {party.elsewhere.length === 0 ? null : (
          <>
            <p className="sm muted">On another aircraft by the plan; whoever is ticked here flies here:</p>
            <ul className="scan-people">{party.elsewhere.map((one) => person(one, false))}</ul>
          </>
        )}
      </fieldset>
      {isAsked ? (
        <button type="submit" className="btn scan-press" name="check_in" value="yes">
          Check in
        </button>
      ) : null}
    </form>
  )
}

/** The boxes that were ticked in a refused form. */
function readTicked({ initialValue }: FormAnswer): string[] {
  const people: unknown = initialValue?.['people']
  return (Array.isArray(people) ? people : [people]).filter((id) => typeof id === 'string')
}

interface PersonProps {
  one: Passenger
  flightId: number
  zone: string
  isOpen: boolean
  isTicked: boolean
  weight: ShopField | undefined
}

function Person({ one, flightId, zone, isOpen, isTicked, weight }: PersonProps) {
  const name = nameOf(one)
  const id = `person-${String(one.id)}`
  const canTick = isOpen && !isHere(one)
  return (
    <li>
      {canTick ? (
        <>
          <input type="hidden" name={`was_${String(one.id)}`} value={one.boarding ?? ''} />
          <input type="checkbox" id={id} name="people" value={one.id} defaultChecked={isTicked} />
          <label htmlFor={id}>{name}</label>
        </>
      ) : (
        <b>{name}</b>
      )}
      <PersonFacts one={one} flightId={flightId} />
      {isHere(one) ? (
        <button type="submit" className="tog on" form={undoId(one)} name="undo" value={one.id}>
          <span className="st ok">Here {boardedTime(one, zone)}</span>
          <span className="vh">, undo for {name}</span>
        </button>
      ) : null}
      {canTick && one.weight_lbs === null && weight ? (
        <TextField
          field={weight}
          label={`Weight of ${name}, lb`}
          className="few"
          placeholder="not told"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      ) : null}
    </li>
  )
}

/** What the agent looks at: the weight, the waiver, the seat, and what was noted. */
function PersonFacts({ one, flightId }: Pick<PersonProps, 'one' | 'flightId'>) {
  return (
    <p className="scan-facts">
      {one.weight_lbs === null && one.boarding !== 'no_show' ? (
        <span className="st late">Weight missing</span>
      ) : (
        <span className="num">{one.weight_lbs === null ? '' : `${String(one.weight_lbs)} lb`}</span>
      )}
      <span className={one.waiver_signed ? 'st ok' : one.boarding === 'no_show' ? 'st' : 'st late'}>
        Waiver {one.waiver_signed ? 'signed' : 'missing'}
      </span>
      {one.waiver_signed ? null : (
        <a href={guestHref(one.order_id, one.id, flightId)}>
          Sign now<span className="vh">, {nameOf(one)}</span>
        </a>
      )}
      {one.needs_second_seat ? <span className="st bad">needs a second seat</span> : null}
      {one.late ? <span className="st late">late</span> : null}
      {one.boarding === 'no_show' ? <span className="st off">did not come</span> : null}
      {one.seat === null ? null : <span>Seat {one.seat}</span>}
      {one.upgrades.length === 0 ? null : <span className="muted">{one.upgrades.join(', ')}</span>}
      {one.boarding_note ? <span>{one.boarding_note}</span> : null}
    </p>
  )
}
