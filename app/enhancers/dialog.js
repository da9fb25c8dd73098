// @ts-check
// The shop's one dialog: a text, a photo, or a part of the page. While it is open the page behind
// it does not scroll. Its button, Escape and a click outside close it, and the focus returns to the
// opener.

/**
 *
 *
 * @param {string} [href]
 * @returns {Promise<unknown>}
 */
function loadSheet(href) {
  if (!href || document.querySelector(`link[href="${href}"]`)) return Promise.resolve()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve
    document.head.append(link)
  })
}

/**
 *
 *
 * @param {HTMLElement} box
 * @param {{ clientX: number, clientY: number }} event
 */
function isBeside(box, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = box.getBoundingClientRect()
  return x < left || x > right || y < top || y > bottom
}

/**
 *
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener names the style sheet, and receives the focus afterwards
 */
export async function openDialog(dialog, opener) {
  await loadSheet(opener.dataset['dialogSheet'] ?? dialog.dataset['dialogSheet'])
  if (dialog.open) return
  const listening = new AbortController()
  const { signal } = listening
  // A selection of text that is dragged out of the dialog must not close it.
  let beside = false
  dialog.addEventListener('pointerdown', (event) => (beside = isBeside(dialog, event)), { signal })
  dialog.addEventListener(
    'click',
    (event) => {
      const closes = event.target instanceof Element && event.target.closest('[data-close]')
      if (closes || (beside && event.target === dialog && isBeside(dialog, event))) dialog.close()
    },
    { signal },
  )
  dialog.addEventListener(
    'close',
    () => {
      listening.abort()
      document.documentElement.classList.remove('dialog-open')
      opener.focus({ preventScroll: true })
    },
    { signal },
  )
  document.documentElement.classList.add('dialog-open')
  dialog.showModal()
}

/**
 *
 *
 * @param {string} name
 * @param {Partial<HTMLElement> & Record<string, unknown>} [is]
 * @param {(Node | string)[]} parts
 */
function make(name, is = {}, ...parts) {
  const one = Object.assign(document.createElement(name), is)
  one.append(...parts)
  return one
}

/**
 *
 *
 * @param {string} title
 * @param {string} kind
 * @param {Node[]} parts
 */
function makeDialog(title, kind, ...parts) {
  const close = make('button', { type: 'button', className: 'link-btn' }, 'Close')
  close.dataset['close'] = ''
  const heading = make('h2', { id: 'dialog-title' }, title)
  const dialog = document.createElement('dialog')
  dialog.className = `dialog ${kind}`
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  dialog.append(make('div', { className: 'dialog-head' }, heading, close), ...parts)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  return dialog
}

/**
 * Opens the text of one of our pages; its links open in a new tab.
 *
 * @param {HTMLAnchorElement} link
 */
async function makeText(link) {
  const answer = await fetch(link.href, { credentials: 'same-origin' })
  // The page's own styles are for itself; this page's policy would refuse and report them.
  const html = (await answer.text()).replace(/<style[^>]*>[^]*?<\/style>/, '')
  const page = new DOMParser().parseFromString(html, 'text/html')
  const text = page.querySelector('[data-dialog-text]')
  if (!answer.ok || !text) throw new Error(`${link.href} has no text for a dialog`)
  for (const one of text.querySelectorAll('[id]')) one.removeAttribute('id')
  for (const one of text.querySelectorAll('a')) {
    one.href = new URL(one.getAttribute('href') ?? '', link.href).href
    one.target = '_blank'
    one.rel = 'noopener'
  }
  const whole = make('a', { href: link.href, target: '_blank', rel: 'noopener' }, 'Open as a page of its own')
  return makeDialog(
    page.querySelector('h1')?.textContent ?? '',
    'text',
    document.adoptNode(text),
    make('p', {}, whole),
  )
}

/**
 * Opens one of several photos; arrow keys and two buttons lead to the others.
 *
 * @param {HTMLAnchorElement} link
 */
function makePhoto(link) {
  const all = [...document.querySelectorAll('a[data-photo]')].filter(
    (one) => one instanceof HTMLAnchorElement,
  )
  let at = all.indexOf(link)
  const image = document.createElement('img')
  const download = make('a', {}, 'Download')
  const dialog = makeDialog('', 'photo', image)
  const heading = dialog.querySelector('h2')
  /** @param {number} step */
  const go = (step) => {
    at = (at + step + all.length) % all.length
    const shown = all[at]
    image.src = shown?.href ?? ''
    image.alt = shown?.querySelector('img')?.alt ?? ''
    if (heading) heading.textContent = `Photo ${at + 1} of ${all.length}`
    Object.assign(download, { href: `${shown?.href}?download=1`, download: '' })
  }
  go(0)
  const turns = [
    ['Previous photo', -1],
    ['Next photo', 1],
  ].map(([text, step]) => {
    const button = make('button', { type: 'button', className: 'btn second small' }, String(text))
    button.addEventListener('click', () => go(Number(step)))
    return button
  })
  heading?.setAttribute('aria-live', 'polite')
  dialog.append(make('p', { className: 'btn-row' }, ...(all.length > 1 ? turns : []), download))
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') go(-1)
    else if (key === 'ArrowRight') go(1)
  })
  return dialog
}

/**
 * The opener decides what opens: a part of this page by its id, a photo, or another page's text.
 *
 * @param {HTMLElement} opener
 */
export async function openDialogForTrigger(opener) {
  const part = document.getElementById(opener.dataset['dialogPart'] ?? '')
  if (part instanceof HTMLDialogElement) return openDialog(part, opener)
  if (!(opener instanceof HTMLAnchorElement)) return
  await loadSheet(opener.dataset['dialogSheet'])
  const dialog = opener.dataset['photo'] === undefined ? await makeText(opener) : makePhoto(opener)
  await openDialog(dialog, opener)
}
