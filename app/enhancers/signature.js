// @ts-check
// Draws a signature with a finger, a pen or a mouse. The strokes go into the form as the data of a
// path; whoever cannot draw types a name instead, which counts the same.

const LONGEST = 20_000

/** @param {Element} place */
function start(place) {
  const drawing = place.querySelector('svg')
  const path = drawing?.querySelector('path:last-of-type')
  const field = place.querySelector('input')
  if (!(place instanceof HTMLElement) || !drawing || !path || !field) return
  const { width, height } = drawing.viewBox.baseVal
  let strokes = field.value
  /** @type {number | undefined} */
  let pointer

  /** @param {PointerEvent} event */
  const pointAt = ({ clientX, clientY }) => {
    const area = drawing.getBoundingClientRect()
    const within = (/** @type {number} */ value, /** @type {number} */ most) =>
      Math.round(Math.min(Math.max(value, 0), 1) * most)
    const x = within((clientX - area.left) / area.width, width)
    return `${x} ${within((clientY - area.top) / area.height, height)}`
  }
  /** @param {string} next */
  const show = (next) => {
    if (next.length > LONGEST) return
    strokes = next
    field.value = next
    path.setAttribute('d', next)
  }
  drawing.addEventListener('pointerdown', (event) => {
    if (pointer !== undefined || event.button !== 0) return
    event.preventDefault()
    pointer = event.pointerId
    drawing.setPointerCapture(pointer)
    const point = pointAt(event)
    // A dot is a stroke of no length, which a round cap makes visible.
    show(`${strokes}M${point}L${point}`)
  })
  drawing.addEventListener('pointermove', (event) => {
    if (event.pointerId === pointer) show(`${strokes}L${pointAt(event)}`)
  })
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId === pointer) pointer = undefined
  }
  drawing.addEventListener('pointerup', end)
  drawing.addEventListener('pointercancel', end)
  place.querySelector('button')?.addEventListener('click', () => show(''))
  place.hidden = false
}

for (const place of document.querySelectorAll('[data-signature]')) start(place)
