import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useServiceTexts } from '../../visit/service-texts.ts'
import { type CardFormProps } from './card-form.tsx'
import { type CardHandle } from './card-handle.ts'
import { type CardSettings } from './card-settings.ts'

/** Spec section 9: the card form loads half a second after the page. */
export const MOUNT_AFTER_MS = 500
/** After this time the hosted page is used instead. */
const PATIENCE_MS = 8000

export interface CardAreaProps {
  settings: CardSettings
  /** The error of the card; shown until another card is typed. */
  problem: string | undefined
  /** The seats of this purchase are held now. */
  held: boolean
  /** False if this purchase holds no seats. */
  seats?: boolean | undefined
  /** Called with the fields when they are ready, and with undefined when they are not any more. */
  onCard: (card: CardHandle | undefined) => void
}

/**
 * The area where the card is typed. Until the provider's fields are ready, and if they cannot be
 * loaded, it says that the hosted page is used, which is what the button then does. Its height is
 * reserved from the first paint.
 */
export function CardArea({ settings, problem, held, seats, onCard }: CardAreaProps) {
  const { Form, state, round, ready, fail, again } = useCardForm()
  const [card, setCard] = useState<CardHandle>()
  const area = useRef<HTMLDivElement>(null)
  // The summary's link leads to the area, which passes the focus on to the provider's first field.
  useEffect(() => {
    const { current } = area
    if (!current || !card) return undefined
    current.addEventListener('focus', card.focus)
    return () => {
      current.removeEventListener('focus', card.focus)
    }
  }, [card])
  return (
    <div className={`card-area ${state}`} id="card" role="group" aria-label="Card" tabIndex={-1} ref={area}>
      {state === 'ready' ? (
        <p className="field-label">
          <span className="flabel">Card</span> <span className="req">(required)</span>
        </p>
      ) : (
        <HostedNote
          seats={seats}
          failed={state === 'failed'}
          again={() => {
            // The pressed button disappears.
            area.current?.focus()
            again()
          }}
        />
      )}
      <CardProblem problem={problem} id="card-error" />
      {Form ? (
        <div className="card-fields">
          <Form
            key={round}
            settings={settings}
            onReady={(made) => {
              setCard(made)
              onCard(made)
              ready()
            }}
            onFail={() => {
              setCard(undefined)
              onCard(undefined)
              fail()
            }}
          />
        </div>
      ) : null}
      {problem ? <NotCharged held={held} /> : null}
      {state === 'ready' ? <CardHint /> : null}
    </div>
  )
}

/** Shown until it is closed, or until the next try. */
export function CardProblem({ problem, id }: { problem: string | undefined; id: string }) {
  if (!problem) return null
  return (
    <p className="error" id={id} role="alert" tabIndex={-1}>
      <span>
        <span className="vh">Error: </span>
        {problem}{' '}
        <button type="submit" className="link-btn inline" name="intent" value="close">
          Close
        </button>
      </span>
    </p>
  )
}

/** Shown after a declined card. If no seats are held yet, the card was not charged. */
function NotCharged({ held }: { held: boolean }) {
  const { tickets } = useServiceTexts()
  if (tickets && !held) return null
  return (
    <p className="hint">
      You have not been charged.
      {held ? ' Your seats are still held.' : null}
    </p>
  )
}

function CardHint() {
  const { hostedPage } = useServiceTexts()
  return (
    <p className="hint">
      Your card details go straight to our payment provider.
      {hostedPage ? (
        <>
          {' '}
          You can also{' '}
          <button type="submit" className="link-btn inline" name="intent" value="hosted">
            pay on the secure page
          </button>
          .
        </>
      ) : null}
    </p>
  )
}

/**
 * The text about the hosted page while no card can be typed here.
 *
 * @param props.seats false if no seats are held meanwhile, and the text must not promise it
 */
export function HostedNote({
  failed = false,
  again,
  seats = true,
}: {
  failed?: boolean
  again?: () => void
  seats?: boolean | undefined
}) {
  const { cardNote } = useServiceTexts()
  return (
    <div className="note" role={failed ? 'status' : undefined}>
      {failed ? (
        <p>
          <strong>Card form didn’t load.</strong>{' '}
          <button type="button" className="link-btn inline" onClick={again}>
            Try again
          </button>
        </p>
      ) : null}
      <p>{seats ? cardNote : `${cardNote.split('. ')[0] ?? ''}.`}</p>
    </div>
  )
}

/** Loads the chunk with the fields half a second after the page, and watches the time limit. */
function useCardForm() {
  const [Form, setForm] = useState<ComponentType<CardFormProps>>()
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [round, setRound] = useState(0)
  useEffect(() => {
    const fail = () => {
      setState((now) => (now === 'ready' ? now : 'failed'))
    }
    const start = setTimeout(() => {
      // Catches both: while the page reloads because of a missing file, the import yields no
      // module.
      import('./card-form.tsx')
        .then(({ CardForm }) => {
          setForm(() => CardForm)
        })
        .catch(fail)
    }, MOUNT_AFTER_MS)
    const giveUp = setTimeout(fail, MOUNT_AFTER_MS + PATIENCE_MS)
    return () => {
      clearTimeout(start)
      clearTimeout(giveUp)
    }
  }, [round])
  return {
    Form,
    state,
    round,
    ready: () => {
      setState('ready')
    },
    fail: () => {
      setState('failed')
    },
    again: () => {
      setState('waiting')
      setRound((before) => before + 1)
    },
  }
}
