import {
  countUnsent,
  type Entry,
  findAcceptance,
  isNewsSince,
  isUnsent,
  type Kept,
  mayLeave,
} from './queue.ts'

export interface PhoneView {
  kept: Kept | undefined
  connection: 'there' | 'away' | 'signed-out'
  /** The key of the entry that is on its way. */
  sending: string | undefined
  /** The page comes from the phone. */
  isKept: boolean
}

export interface PhoneActs {
  retry: (key: string) => void
  forget: (key: string) => void
  send: () => void
  noted: () => void
}

type Child = Node | string
const make = (name: string, className: string, ...children: Child[]): HTMLElement => {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}
const strong = (text: string) => make('b', '', text)
const press = (text: string, act: () => void, go = false) => {
  const button = make('button', go ? 'sun-btn go' : 'sun-btn', text)
  button.setAttribute('type', 'button')
  button.addEventListener('click', act)
  return button
}
const count = (number: number) => (number === 1 ? '1 entry' : `${String(number)} entries`)

/** Draws what the phone keeps, and what may be pressed because of it. */
export function drawPhone(page: HTMLElement, view: PhoneView, acts: PhoneActs): void {
  const clock = (at: number | string) =>
    new Date(at)
      .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: page.dataset['zone'] })
      .toLowerCase()
  const place = page.querySelector('#phone')
  if (!place) return
  const parts = [...describeState(page, view, acts, clock), ...listEntries(place, view, acts, clock)]
  place.replaceChildren(...parts)
  offerSteps(page, view, clock)
  markForms(page, view)
}

type Clock = (at: number | string) => string

/** One sentence on the connection, and what the pilot can do about it. */
function describeState(
  { dataset }: HTMLElement,
  { kept, connection, isKept }: PhoneView,
  { send, noted }: PhoneActs,
  clock: Clock,
): HTMLElement[] {
  const unsent = countUnsent(kept)
  const parts: HTMLElement[] = []
  if (connection === 'away') {
    const asOf = `You see the page as of ${clock(dataset['asOf'] ?? '')}.`
    const saved =
      unsent === 0
        ? 'What you press and type is saved on this phone.'
        : `${count(unsent)} saved on this phone, sent when the connection is back.`
    const box = make('div', 'sun-note strong', make('p', '', strong('No connection.'), ` ${asOf} ${saved}`))
    if (isKept) box.append(press('Try the connection', () => (unsent ? send() : location.reload())))
    parts.push(box)
  }
  if (connection === 'signed-out') {
    const link = make('a', 'sun-btn go', 'Sign in')
    link.setAttribute(
      'href',
      `/staff/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`,
    )
    const text = ` ${count(unsent)} saved on this phone, sent once you are signed in again.`
    parts.push(make('div', 'sun-note strong', make('p', '', strong('You are signed out.'), text), link))
  }
  if (kept && kept.lost > 0) {
    const text = ` ${count(kept.lost)} were not sent within twelve hours of your last flight. Tell the desk.`
    const said = make('p', '', strong('Erased from this phone:'), text)
    parts.push(make('div', 'sun-note strong', said, press('Noted', noted)))
  }
  return parts
}

/** What the pilot has to decide stands open; the rest is folded, because the flight comes first. */
function listEntries(place: Element, { kept, sending }: PhoneView, acts: PhoneActs, clock: Clock) {
  const draw = (one: Entry) => drawEntry(one, one.key === sending, acts, clock)
  const entries = kept?.entries ?? []
  const isOpen = ({ state }: Entry) => state === 'conflict' || state === 'refused'
  const rest = entries.filter((one) => !isOpen(one))
  const waiting = rest.filter(isUnsent).length
  const parts = entries.some(isOpen) ? [make('ul', 'sun-kept', ...entries.filter(isOpen).map(draw))] : []
  if (rest.length === 0) return parts
  const arrived = rest.length - waiting
  const words = [
    waiting > 0 ? `○ ${count(waiting)} not sent yet` : '',
    arrived > 0 ? `✓ ${count(arrived)} arrived` : '',
  ]
  const said = words.filter(Boolean).join(', ')
  const folded = make('details', '', make('summary', '', said), make('ul', 'sun-kept', ...rest.map(draw)))
  if (place.querySelector('details')?.open) folded.setAttribute('open', '')
  return [...parts, folded]
}

function drawEntry(
  entry: Entry,
  isSending: boolean,
  { retry, forget }: PhoneActs,
  clock: Clock,
): HTMLElement {
  const { key, title, value, at, state, text, theirs, arrivedAt, tried } = entry
  const said = value === '' ? clock(at) : value
  const row = make('li', state, make('p', '', strong(title), `: ${said}`))
  const tell = (mark: string, words: string) => row.append(make('p', '', strong(mark), ` ${words}`))
  const buttons = (...made: HTMLElement[]) => row.append(make('div', 'sun-row', ...made))
  if (isSending) tell('…', 'Sending.')
  else if (state === 'waiting') tell('○', `Saved on this phone ${clock(at)}, not sent yet.`)
  else if (state === 'arrived') tell('✓', `Arrived ${clock(arrivedAt ?? at)}.`)
  else tell('▲', text ?? 'The service refused it.')
  if (state === 'waiting' && !isSending && !tried) buttons(press('Take back', () => forget(key)))
  if (theirs) {
    buttons(
      press(`Keep ${theirs.value}`, () => forget(key)),
      press(`Write ${said}`, () => retry(key)),
    )
  } else if (state === 'refused') {
    buttons(
      press('Drop it', () => forget(key)),
      press('Try again', () => retry(key)),
    )
  }
  return row
}

/** What the dock has without entries. */
let firstDock: ChildNode[] | undefined

const STEPS = ['boarding', 'departed', 'landed']

/** The step after those that the phone keeps; the page has them ready. */
function offerSteps(page: HTMLElement, { kept }: PhoneView, clock: Clock): void {
  const { flight, accepted, asOf = '' } = page.dataset
  const dock = page.querySelector<HTMLElement>('#dock')
  if (flight === undefined || !kept || !dock) return
  // What arrived before the page was made is on it already.
  const isNews = isNewsSince(Date.parse(asOf))
  const news = kept.entries.filter((one) => one.flight === flight && one.state !== 'refused' && isNews(one))
  const accept = page.querySelector('template#accept')
  if (accept instanceof HTMLTemplateElement && news.some(({ fields }) => fields['act'] === 'weight')) {
    accept.replaceWith(accept.content.cloneNode(true))
  }
  const last = news.findLast(({ fields }) => fields['act'] === 'step')
  const isBlocked = dock.dataset['blocked'] !== undefined
  const next = last
    ? STEPS[STEPS.indexOf(last.fields['status'] ?? '') + 1]
    : isBlocked
      ? 'departed'
      : undefined
  const template = page.querySelector<HTMLTemplateElement>(`template[data-step="${next ?? ''}"]`)
  const lacks = template?.dataset['lacks']?.split(' ').filter(Boolean)
  const departure = { flight, lacks: lacks ?? [], accepts: accepted !== undefined }
  const isOpen =
    template && (next !== 'departed' || (lacks && mayLeave({ ...kept, entries: news }, departure)))
  firstDock ??= [...dock.childNodes]
  if (!last && !isOpen) {
    if (dock.firstChild !== (firstDock[0] ?? null)) dock.replaceChildren(...firstDock)
    return
  }
  dock.replaceChildren()
  if (last) dock.append(make('p', 'sun-said', strong(`${last.title}: ${clock(last.at)}`), savedWords(last)))
  if (isOpen) dock.append(template.content.cloneNode(true))
}

const savedWords = (entry: Entry) => (isUnsent(entry) ? ', saved on this phone' : ', arrived')

/** The weight that the phone keeps where the page shows an older one, and what was accepted. */
function markForms(page: HTMLElement, { kept }: PhoneView): void {
  for (const place of page.querySelectorAll<HTMLElement>('[data-target]')) {
    place.querySelector('.sun-typed')?.remove()
    const { target = '' } = place.dataset
    if (place.querySelector('[data-unaccepted]'))
      markAcceptance(place, kept, Date.parse(page.dataset['asOf'] ?? ''))
    else {
      const found = kept?.entries.findLast((one) => isUnsent(one) && one.target === target)
      if (found) place.append(make('p', 'sun-typed', strong(found.value), savedWords(found)))
    }
  }
}

/** After the press the page's own words are not true any more, so they give way. */
function markAcceptance(place: HTMLElement, kept: Kept | undefined, asOf: number): void {
  const found = findAcceptance(kept, { target: place.dataset['target'] ?? '', asOf })
  for (const part of place.querySelectorAll<HTMLElement>('[data-unaccepted], ul, button'))
    part.hidden = found !== undefined && (!found.isBeforeWeight || part.matches('[data-unaccepted]'))
  if (!found) return
  const words = found.isBeforeWeight
    ? [strong('You typed a weight after you accepted this manifest.')]
    : [strong('You accepted this manifest'), savedWords(found.entry), '.']
  place.prepend(make('p', 'sun-typed', ...words))
}

/** Logging out erases what the phone keeps: the pilot decides. */
export const mayLogOut = (unsent: number): boolean =>
  unsent === 0 || confirm(`${count(unsent)} not sent yet. Logging out erases them from this phone. Log out?`)
