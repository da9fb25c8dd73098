import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useServiceTexts } from '../../visit/service-texts.ts'
import { type CardFormProps } from './card-form.tsx'
import { type CardHandle } from './card-handle.ts'
import { type CardSettings } from './card-settings.ts'

/** Spec section 9: the card form loads half a second after the page stands. */
export const MOUNT_AFTER_MS = 500
/** Who waits longer than this pays on the hosted page. */
const PATIENCE_MS = 8000

export interface CardAreaProps {
  settings: CardSettings
  /** What is wrong with the card; stays until another one is typed. */
  problem: string | undefined
  /** The seats of this purchase are kept just now. */
  held: boolean
  /** False where this purchase keeps no seats. */
  seats?: boolean | undefined
  /** The fields are ready, or (undefined) not any more. */
  onCard: (card: CardHandle | undefined) => void
}

/**
 * Where the card is typed. Until the provider's fields stand, and when they do not come, it says
 * that the hosted page is used instead, which is what the button then does. Its height is kept from
 * the first paint.
 */
export function CardArea({ settings, problem, held, seats, onCard }: CardAreaProps) {
  const { Form, state, round, ready, fail, again } = useCardForm()
  const [card, setCard] = useState<CardHandle>()
  const area = useRef<HTMLDivElement>(null)
  // The summary's link leads to the area; from there on to the provider's first field.
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
            // The pressed button goes.
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

/** Stays until it is closed, or the next try. */
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

/** After a card that did not work. Where nothing is held yet, nothing was asked of the card. */
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
 * What the button does while no card can be typed here.
 *
 * @param props.seats false where no seats are kept meanwhile, and the note does not say so
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

/** Loads the chunk with the fields, half a second after the page stands, and keeps the time. */
function useCardForm() {
  const [Form, setForm] = useState<ComponentType<CardFormProps>>()
  const [state, setState] = useState<'waiting' | 'ready' | 'failed'>('waiting')
  const [round, setRound] = useState(0)
  useEffect(() => {
    const fail = () => {
      setState((now) => (now === 'ready' ? now : 'failed'))
    }
    const start = setTimeout(() => {
      // Caught behind both: while the page reloads for a file that did not come, there is no
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
