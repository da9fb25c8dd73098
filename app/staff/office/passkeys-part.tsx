import { type Passkey } from '#contract/passkey.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { PasskeyForm } from '../parts/passkey-form.tsx'

interface PasskeysPartProps {
  passkeys: Passkey[]
  zone: string
  form: PlainForm<'name' | 'credential'>
  /** The same page at the host where passkeys work, if this is another one. */
  elsewhere: string | null
}

/** The passkeys of a member of staff: listed, added, removed. */
export function PasskeysPart({ passkeys, zone, form, elsewhere }: PasskeysPartProps) {
  return (
    <section className="desk-part" aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="muted">
        Your finger, face or PIN on this device, in place of password and code. No false page can ask for it.
      </p>
      {passkeys.length === 0 ? (
        <NothingHere what="You have none yet.">Your app goes on as it is, also beside a passkey.</NothingHere>
      ) : (
        <ul className="rows">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} zone={zone} />
          ))}
        </ul>
      )}
      {elsewhere === null ? (
        <>
          <noscript>
            <p>A browser makes a passkey with a script, which is switched off here.</p>
          </noscript>
          <AddPasskey form={form} />
        </>
      ) : (
        <p>
          Passkeys belong to one address: <a href={elsewhere}>make one there</a>.
        </p>
      )}
    </section>
  )
}

function PasskeyRow({ passkey, zone }: { passkey: Passkey; zone: string }) {
  const { id, name, created_at: made, last_used_at: used } = passkey
  return (
    <li>
      <div>
        <h3>{name}</h3>
        <p className="sm muted">
          Made <DateTimeCell at={made} zone={zone} />.{' '}
          {used === null ? (
            'Never used.'
          ) : (
            <>
              Last used <DateTimeCell at={used} zone={zone} />.
            </>
          )}
        </p>
      </div>
      <form method="post" className="do">
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          className="btn second small"
          name="intent"
          value="remove_passkey"
          aria-label={`Remove: ${name}`}
        >
          Remove
        </button>
      </form>
    </li>
  )
}

const AddPasskey = ({ form }: { form: PlainForm<'name' | 'credential'> }) => (
  <PasskeyForm purpose="register" form={form}>
    <TextField
      field={form.fields.name}
      need="required"
      hint="What you call the device, to know it again."
      autoComplete="off"
      maxLength={60}
    />
    <button type="submit" className="btn" name="intent" value="add_passkey">
      Add a passkey
    </button>
  </PasskeyForm>
)
