// @ts-check
// Improves the account pages where scripts run; they work without it.

/**
 * Adds a button that shows the typed password; the password is hidden again before the form is
 * submitted or the page is cached.
 *
 * @param {HTMLInputElement} input
 */
function addShowButton(input) {
  const box = document.createElement('div')
  box.className = 'pw'
  const button = document.createElement('button')
  button.type = 'button'
  const show = (/** @type {boolean} */ shown) => {
    input.type = shown ? 'text' : 'password'
    button.textContent = shown ? 'Hide' : 'Show'
    button.setAttribute('aria-label', shown ? 'Hide password' : 'Show password')
  }
  show(false)
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form?.addEventListener('submit', () => show(false))
  addEventListener('pageshow', () => show(false))
  // The script may arrive while the visitor types, and moving a field takes the focus from it.
  const typing = document.activeElement === input
  input.replaceWith(box)
  box.append(input, button)
  if (typing) input.focus()
}

/**
 *
 *
 * @param {HTMLElement} field
 * @param {string} [text] the error message; without one the present message is removed
 */
function setError(field, text) {
  document.getElementById(`${field.id}-error`)?.remove()
  const others = (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id !== '' && id !== `${field.id}-error`)
  const ids = text ? [`${field.id}-error`, ...others] : others
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '))
  else field.removeAttribute('aria-describedby')
  if (!text) return field.removeAttribute('aria-invalid')
  field.setAttribute('aria-invalid', 'true')
  const error = document.createElement('p')
  error.className = 'error'
  error.id = `${field.id}-error`
  error.textContent = text
  ;(field.closest('.pw') ?? field).before(error)
}

/**
 * Removes the refusal of an e-mail when that e-mail is edited (spec section 5).
 *
 * @param {HTMLFormElement} flagged
 */
function clearErrorOnEdit(flagged) {
  const field = document.getElementById(flagged.dataset.emailFlag ?? '')
  const clear = () => {
    if (!field) return
    document.getElementById(`${field.id}-hint`)?.remove()
    setError(field)
    field.removeAttribute('aria-describedby')
    document.getElementById('errors')?.remove()
    document.title = document.title.replace(/^Error: /, '')
  }
  flagged.querySelector('input[name=email]')?.addEventListener('input', clear, { once: true })
}

let pressing = false
for (const [event, down] of /** @type {const} */ ([
  ['pointerdown', true],
  ['pointerup', false],
  ['pointercancel', false],
]))
  addEventListener(event, () => (pressing = down), true)

/**
 * Checks a new password when its field loses the focus (spec section 5), and removes the error once
 * it is long enough.
 *
 * @param {HTMLInputElement} input
 */
function validateLength(input) {
  const short = () => input.value.length > 0 && input.value.length < 6
  input.addEventListener('blur', ({ relatedTarget }) => {
    // An error that appears while the pointer is down would move the button away from under it.
    if (pressing && relatedTarget instanceof HTMLButtonElement) return
    if (short()) setError(input, 'Length should be at least 6 characters')
  })
  input.addEventListener('input', () => {
    if (input.value.length >= 6) setError(input)
  })
}

/** @param {ParentNode} root the part of the page that was added */
function enhanceFields(root) {
  for (const input of root.querySelectorAll('input')) {
    if (input.type !== 'password') continue
    if (input.autocomplete === 'new-password') validateLength(input)
    addShowButton(input)
  }
  for (const form of root.querySelectorAll('form')) if (form.dataset.emailFlag) clearErrorOnEdit(form)
}

/**
 * Browsers scroll to the fragment when the page has loaded, which takes the focus from the field
 * somebody types in. Therefore the address is changed only after that.
 *
 * @param {() => void} work
 */
function afterLoad(work) {
  if (document.readyState === 'complete') work()
  else addEventListener('load', () => setTimeout(work))
}

/**
 * Turns the links to the panels into tabs: the other panels' forms are taken out of their
 * templates, and each keeps what was typed. The address names the current panel and keeps its
 * query; going back and forward in the history changes panels.
 *
 * @param {HTMLElement} column
 */
function makeTabs(column) {
  const links = [...column.querySelectorAll('a[data-tab]')].filter((one) => one instanceof HTMLAnchorElement)
  const guestWay = column.querySelector('.guest-way')
  let active = links.find((one) => one.hasAttribute('aria-current')) ?? links[0]
  const list = links[0]?.closest('ul')
  if (!active || !list) return
  const rest = document.title.replace(/^Error: /, '').slice(active.text.length)
  /**
   * @type {Map<HTMLAnchorElement, { section: HTMLElement, nodes: DocumentFragment, title: string
   *   }>}
   */
  const panels = new Map()
  for (const link of links) {
    const section = document.getElementById(link.dataset.tab ?? '')
    if (!section) return
    const nodes = section.querySelector('template')?.content ?? new DocumentFragment()
    enhanceFields(nodes)
    panels.set(link, { section, nodes, title: link.text + rest })
  }
  const { href } = active

  /** @param {HTMLAnchorElement} link */
  function mark(link) {
    for (const [one, { section }] of panels) {
      const on = one === link
      one.setAttribute('aria-selected', String(on))
      one.removeAttribute('aria-current')
      one.tabIndex = on ? 0 : -1
      section.hidden = !on
      if (one.dataset.tab === 'reset' && one.parentElement) one.parentElement.hidden = !on
      if (on && guestWay instanceof HTMLElement) guestWay.hidden = one.dataset.tab === 'checkout-guest'
    }
  }

  /** @param {HTMLAnchorElement} link */
  function show(link) {
    const before = active && panels.get(active)
    const next = panels.get(link)
    if (link === active || !before || !next) return
    const email = before.section.querySelector('input[name=email]')
    before.title = document.title
    before.nodes.append(...before.section.childNodes)
    next.section.append(next.nodes)
    document.title = next.title
    const typed = next.section.querySelector('input[name=email]')
    // The visitor has probably typed the e-mail into the log-in form already.
    if (
      link.dataset.tab === 'reset' &&
      typed instanceof HTMLInputElement &&
      email instanceof HTMLInputElement
    )
      typed.value ||= email.value
    active = link
    mark(link)
  }

  /**
   * The panel that the address names: by its fragment, else by its query, else the panel that the
   * page was rendered with.
   */
  const findNamedLink = () => {
    const by = (/** @type {string | null} */ name) => links.find((one) => one.dataset.tab === name)
    return (
      by(location.hash.slice(1)) ??
      by(new URLSearchParams(location.search).get('tab')) ??
      by(new URL(href).hash.slice(1))
    )
  }
  const showNamedPanel = () => {
    const link = findNamedLink()
    if (link) show(link)
  }

  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', list.closest('nav')?.getAttribute('aria-label') ?? '')
  for (const [link, { section }] of panels) {
    link.parentElement?.setAttribute('role', 'presentation')
    link.setAttribute('role', 'tab')
    link.setAttribute('aria-controls', section.id)
    section.setAttribute('role', 'tabpanel')
    section.removeAttribute('aria-label')
    section.setAttribute('aria-labelledby', link.id)
    if (link === active) continue
    section.className = 'panel'
    section.replaceChildren()
  }
  mark(active)
  showNamedPanel()
  afterLoad(() => {
    if (active && location.hash.slice(1) !== active.dataset.tab)
      history.replaceState(null, '', `#${active.dataset.tab}`)
  })

  column.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a, [formaction]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to =
      link instanceof HTMLButtonElement ? link.formAction : link instanceof HTMLAnchorElement && link.href
    const tab = links.find((one) => one.href === to)
    if (!tab) return
    event.preventDefault()
    if (tab === active) return
    show(tab)
    history.pushState(null, '', tab.href)
    tab.focus()
  })
  list.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !active) return
    const visible = links.filter((one) => !one.parentElement?.hidden)
    const at = visible.indexOf(active)
    const last = visible.length - 1
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = to === undefined ? undefined : visible[to]
    if (!tab) return
    event.preventDefault()
    show(tab)
    history.replaceState(null, '', tab.href)
    tab.focus()
  })
  addEventListener('popstate', showNamedPanel)
}

enhanceFields(document)

const column = document.querySelector('[data-tabs]')
if (column instanceof HTMLElement) makeTabs(column)

/**
 * On a page with a single panel, adds the panel's fragment to the address; the query, with the
 * link's secret, stays.
 */
const only = document.querySelector('[data-panel]')
afterLoad(() => {
  if (only && location.hash.slice(1) !== only.id) history.replaceState(null, '', `#${only.id}`)
})
