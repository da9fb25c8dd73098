/**
 * The script of `/pilot`. What is pressed or typed is written to the phone first and then sent, so
 * that a lost connection loses nothing; the page is kept for where there is none. Without this
 * script, or where the browser keeps nothing, the page is plain forms.
 */
import { keepPages } from './keep-pages.ts'
import { changeKept, eraseKept } from './phone-store.ts'
import { drawPhone, mayLogOut } from './draw-phone.ts'
import {
  add,
  adopt,
  type Answer,
  countUnsent,
  drop,
  type Entry,
  expire,
  findNext,
  isSettled,
  type Kept,
  markTried,
  sendAgain,
  settle,
} from './queue.ts'

const page = document.querySelector<HTMLElement>('.sun[data-person]')
const ANSWER_MS = 30_000
const RETRY_MS = 20_000

if (page && 'indexedDB' in globalThis && 'caches' in globalThis) {
  start(page).catch(() => {
    // The browser keeps nothing, so the forms stay as they are.
  })
}

async function start(page: HTMLElement) {
  const { person = '', until = '', asOf = '' } = page.dataset
  const isKept = page.dataset['kept'] !== undefined
  let kept: Kept | undefined = await changeKept((before) => {
    const ahead = isKept ? (before?.ahead ?? 0) : Date.parse(asOf) - Date.now()
    // A page from the phone outlives neither its person nor its time.
    if (isKept && before?.person !== person) return before
    return adopt(before, { person, until: Number(until), ahead }, Date.now())
  })
  if (isKept && kept?.person !== person) {
    await eraseKept()
    page.remove()
    return
  }
  let connection: 'there' | 'away' | 'signed-out' = isKept || !navigator.onLine ? 'away' : 'there'
  let sending: string | undefined
  /** The browser keeps nothing any more. */
  let isBroken = false

  const draw = () => drawPhone(page, { kept, connection, sending, isKept }, { retry, forget, send, noted })
  const apply = async (rule: (kept: Kept) => Kept) => {
    kept = await changeKept((now) => now && rule(now))
    draw()
  }
  const newKey = () => crypto.randomUUID()
  const retry = (key: string) => void apply((now) => sendAgain(now, key, newKey())).then(send)
  const forget = (key: string) => void apply((now) => drop(now, key)).then(openFresh)
  const noted = () => void apply((now) => ({ ...now, lost: 0 }))

  /** Shows what the service has, unless somebody types just now. */
  const openFresh = () => {
    const typed = [...page.querySelectorAll('input')].some(
      ({ value, defaultValue }) => value !== defaultValue,
    )
    if (connection !== 'there' || typed || findNext(kept)) return
    const { flight } = page.dataset
    location.replace(flight === undefined ? '/pilot' : `/pilot?flight=${flight}`)
  }

  /** Sends what waits, one after the other; never in two tabs at once. */
  const sendAll = async () => {
    let arrived = false
    kept = await changeKept((now) => expire(now, Date.now()))
    for (let next = findNext(kept); next; next = findNext(kept)) {
      const { key } = next
      sending = key
      await apply((now) => markTried(now, key))
      const answer = await post(next, person)
      sending = undefined
      connection =
        answer.status === 401 || answer.status === 403 ? 'signed-out' : answer.status === 0 ? 'away' : 'there'
      await apply((now) => settle(now, key, answer, Date.now() + now.ahead))
      if (!isSettled(answer)) break
      arrived ||= answer.status < 300
    }
    draw()
    if (arrived || (isKept && connection === 'there')) openFresh()
  }
  const send = () => void navigator.locks.request('pilot', sendAll)

  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement)) return
    if (form.matches('[data-log-out]')) {
      event.preventDefault()
      if (!navigator.onLine) alert('Without a connection you stay logged in. Log out when it is back.')
      else if (mayLogOut(countUnsent(kept))) void eraseKept().finally(() => form.submit())
      return
    }
    const title = form.dataset['title']
    if (isBroken || title === undefined || !(submitter instanceof HTMLButtonElement)) return
    event.preventDefault()
    if (!form.reportValidity()) return
    const entry = readEntry(form, submitter, { title, now: Date.now() + (kept?.ahead ?? 0), key: newKey() })
    changeKept((now) => now && add(now, entry)).then(
      (now) => {
        kept = now
        for (const input of form.querySelectorAll('input')) input.defaultValue = input.value
        draw()
        page.querySelector('#phone')?.scrollIntoView({ block: 'nearest' })
        send()
      },
      () => {
        isBroken = true
        form.requestSubmit(submitter)
      },
    )
  })
  addEventListener('online', () => {
    if (isKept && !findNext(kept)) location.reload()
    else send()
  })
  addEventListener('offline', () => {
    connection = 'away'
    draw()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && findNext(kept)) send()
  })
  setInterval(() => {
    if (kept && Date.now() > kept.until) location.reload()
    else if (document.visibilityState === 'visible' && findNext(kept)) send()
  }, RETRY_MS)

  draw()
  if (!isKept) {
    const { worker } = page.dataset
    if (worker !== undefined) await navigator.serviceWorker.register(worker, { scope: '/pilot' })
    await keepPages(page, { person, until: Number(until), flight: page.dataset['flight'] })
  }
  if (findNext(kept)) send()
}

/** A form as an entry: what it sends, and what it is in words. */
function readEntry(
  form: HTMLFormElement,
  submitter: HTMLButtonElement,
  { title, now, key }: { title: string; now: number; key: string },
): Entry {
  const fields: Record<string, string> = {}
  for (const [name, value] of new FormData(form, submitter))
    if (typeof value === 'string') fields[name] = value
  const {
    act = '',
    flight = '',
    passenger = '',
    status = '',
    weight = '',
    off_blocks = '',
    landed = '',
  } = fields
  if (act === 'step') fields['at'] = new Date(now).toISOString()
  const times = [off_blocks && `off blocks ${off_blocks}`, landed && `landed ${landed}`]
    .filter(Boolean)
    .join(', ')
  const value = act === 'weight' ? `${weight} lb` : act === 'times' ? times : ''
  const target = [act, flight, passenger, status].filter(Boolean).join('-')
  return { key, flight, target, fields, title, value, at: now, state: 'waiting', tried: false }
}

/** Sends one entry; without an answer nobody knows whether it arrived. */
async function post({ key, fields }: Entry, person: string): Promise<Answer> {
  try {
    const answer = await fetch('/pilot/send', {
      method: 'POST',
      body: new URLSearchParams({ ...fields, key, person }),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const said: Omit<Answer, 'status'> = await answer.json()
    return { ...said, status: answer.status }
  } catch {
    return { status: 0 }
  }
}
