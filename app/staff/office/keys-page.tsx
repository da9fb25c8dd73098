import { type ReactNode } from 'react'
import { STAFF_PLACES } from '../parts/places.ts'
import { StaffTable } from '../parts/staff-table.tsx'

const Key = ({ children }: { children: string }) => <kbd>{children}</kbd>

const KEYS: readonly { name: string; keys: ReactNode; text: string }[] = [
  { name: 'find', keys: <Key>/</Key>, text: 'Search' },
  { name: 'list', keys: <Key>?</Key>, text: 'This list' },
  ...STAFF_PLACES.flatMap(({ letter, text }) =>
    letter === undefined
      ? []
      : [
          {
            name: letter,
            keys: (
              <>
                <Key>g</Key> <Key>{letter}</Key>
              </>
            ),
            text,
          },
        ],
  ),
  {
    name: 'rows',
    keys: (
      <>
        <Key>j</Key> <Key>k</Key>
      </>
    ),
    text: 'Next and previous row of a queue or a list',
  },
  { name: 'open', keys: <Key>Enter</Key>, text: 'Open the row' },
  { name: 'leave', keys: <Key>Esc</Key>, text: 'Leave the search' },
]

/** The keys of the staff area, with the switch for those who type or speak to their screen. */
export function KeysPage({ on }: { on: boolean }) {
  return (
    <div className="wrap desk">
      <div>
        <h1>Keys</h1>
        <p className="muted">Nothing is only a key: each of them is a link or a field as well.</p>
      </div>
      <StaffTable label="Keys" heads={['Key', 'Does']}>
        {KEYS.map(({ name, keys, text }) => (
          <tr key={name}>
            <th scope="row">{keys}</th>
            <td>{text}</td>
          </tr>
        ))}
      </StaffTable>
      <form method="post" className="desk-part">
        <p role="status">
          {on
            ? 'The keys are on. They do nothing while you type, nor with Ctrl, Alt or Command.'
            : 'The keys are switched off in this browser.'}
        </p>
        <button type="submit" className="btn second small" name="keys" value={on ? 'off' : 'on'}>
          {on ? 'Switch the keys off' : 'Switch the keys on'}
        </button>
      </form>
    </div>
  )
}
