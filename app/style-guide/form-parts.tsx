import { Breakdown } from '../ui/breakdown.tsx'
import { Check } from '../ui/check.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FieldGroup } from '../ui/field-group.tsx'
import { Field } from '../ui/field.tsx'
import { RecoveryCodes } from '../ui/authenticator-codes.tsx'
import { AuthenticatorKey } from '../ui/authenticator-key.tsx'
import { Failure, Success } from '../ui/notice.tsx'
import { PickCard } from '../ui/pick-card.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Quantity } from '../ui/quantity.tsx'
import { ScrollRegion } from '../ui/scroll-region.tsx'
import { NamedOptions, SelectField } from '../ui/select-field.tsx'
import { EnterButton, SubmitButton } from '../ui/submit-button.tsx'
import { Part } from './part.tsx'

const rows = [
  { key: 'seats', label: '2 seats', detail: '$229.00 a seat', amount: '$458.00' },
  { key: 'fees', label: 'Heliport fee', amount: '$23.10' },
  { key: 'code', label: 'FLY15', amount: '−$68.70', less: true },
]

/** Buttons, fields and checkboxes. */
export function FormParts() {
  return (
    <>
      <Part title="Buttons">
        <div className="btn-row">
          <button className="btn">Primary</button>
          <button className="btn second">Second</button>
          <button className="btn danger">Danger</button>
          <button className="btn small">Small</button>
          <button className="btn second small">Second, small</button>
          <button className="btn" aria-disabled="true">
            Not now
          </button>
          <button className="link-btn">As a link</button>
        </div>
        <SubmitButton price="$504.00">Book Your Flight</SubmitButton>
        <SubmitButton pending="Booking your flight…">Book Your Flight</SubmitButton>
        <div className="btn-row guide-night">
          <a className="btn light" href="#buttons">
            On a picture
          </a>
          <a className="btn ghost-light" href="#buttons">
            On a picture, second
          </a>
        </div>
      </Part>
      <Part title="Fields">
        <EnterButton intent="guide" />
        <Field id="g-plain" name="plain" label="Full name" need="required" />
        <Field id="g-hint" name="hint" label="Phone" need="optional" hint="With the country’s code." />
        <Field id="g-filled" name="filled" label="Email" need="required" defaultValue="ada@example.com" />
        <Field
          id="g-wrong"
          name="wrong"
          label="Email"
          need="required"
          defaultValue="ada@"
          error="Enter a valid email address"
        />
        <Field id="g-unit" name="unit" label="Weight, in lb" suffix="lb" inputMode="numeric" />
        <Field id="g-read" name="read" label="Order" readOnly defaultValue="O-1042" />
        <SelectField id="g-flight" name="flight" label="Flight" need="required" defaultValue="">
          <NamedOptions none="Please choose" of={[{ id: 6, name: 'The New Yorker' }]} />
        </SelectField>
        <SelectField id="g-brand" name="brand" label="Brand" error="There is no such brand">
          <NamedOptions none="Every brand" of={[]} />
        </SelectField>
        <Quantity id="g-seats" name="seats" label="Quantity" value="2" fewer="One fewer" more="One more" />
        <Quantity
          id="g-many"
          name="many"
          label="Quantity"
          value="9"
          max={4}
          error="There are four seats left"
          fewer="One fewer seat"
          more="One more seat"
        />
      </Part>
      <Part title="Checks and choices">
        <Check id="g-check" name="check" label="I have read the terms" />
        <Check id="g-checked" name="checked" label="Keep my card" defaultChecked />
        <Check id="g-missed" name="missed" label="I agree" error="This field is required" />
        <FieldGroup id="g-roles" label="Roles" error="Choose one at least">
          <label>
            <input type="checkbox" name="role" value="2" /> Staff
          </label>
        </FieldGroup>
        <div className="picks two">
          <PickCard id="g-seat" name="kind" type="radio" title="Seats" price="$252.00" defaultChecked>
            Share the flight with up to three others.
          </PickCard>
          <PickCard id="g-whole" name="kind" type="radio" title="Whole aircraft" price="$1,198.00">
            Only your party.
          </PickCard>
          <PickCard id="g-photo" name="photo" type="checkbox" title="Photo set" price="$49.00" />
          <PickCard id="g-gone" name="gone" type="checkbox" title="Gift card 7Q2K" disabled>
            Good for another flight.
          </PickCard>
        </div>
      </Part>
      <Part title="What went wrong">
        <ErrorSummary
          items={[
            { text: 'Your card was declined. Try another one.', target: 'g-wrong' },
            { text: 'Email: Enter a valid email address', target: 'g-wrong' },
          ]}
        />
        <Failure text="This cannot be done any more." />
        <Success>Saved.</Success>
      </Part>
      <Part title="What may be wider than its page">
        <ScrollRegion label="Departures of the day">
          <table>
            <thead>
              <tr>
                {['Leaves', 'Flight', 'Terminal', 'Pilot', 'Seats', 'Standing'].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
          </table>
        </ScrollRegion>
      </Part>
      <Part title="What a camera reads">
        <QrCode text="https://shop.example/t/7Q2K" label="The ticket, to be scanned" />
      </Part>
      <Part title="Key of an authenticator app">
        <AuthenticatorKey secret="JBSWY3DPEHPK3PXP" uri={null} authenticator={null} />
      </Part>
      <Part title="Recovery codes">
        <RecoveryCodes codes={['7Q2K-9XHD-4MBT-P3RW', 'C8VN-2YKJ-6FZA-H5LE']} next="#" />
      </Part>
      <Part title="Price">
        <div className="summary">
          <div className="summary-in">
            <Breakdown rows={rows} total="$412.40" silent />
          </div>
        </div>
      </Part>
    </>
  )
}
