/**
 * The script of the page that scans tickets. It shows the camera, reads the code before it, and sends
 * it by the page's own form. Without it, or without a camera, the form takes what is typed.
 */
import { openReader, type ReadCode } from './read-codes.ts'

const part = document.querySelector<HTMLElement>('[data-camera]')
const form = document.querySelector<HTMLFormElement>('form[data-scan]')
const field = form?.querySelector<HTMLInputElement>('input[name="text"]')

/** Between two looks, so that a phone stays cool. */
const PAUSE_MS = 120
/** After so long without a code the page says how to hold it. */
const HELP_AFTER_MS = 15_000
/** For so long the ticket that was just read is not read again, because it is still before the camera. */
const SAME_MS = 6000
/** The browser keeps them until its tab is closed: that the camera was open, and what it read last. */
const [IS_OPEN, LAST] = ['scan-camera', 'scan-last']

const SENTENCES: Partial<Record<string, string>> = {
  NotAllowedError:
    'The camera is not allowed for this page. Allow it in the browser’s settings of this site, or type ' +
    'below.',
  NotFoundError: 'This device has no camera. Use a hand scanner, or type below.',
  NotReadableError: 'Another program uses the camera. Close it there, and open it again.',
}
const NO_PICTURE = 'The camera gives no picture. Open it again, or type below.'
const HOLD_STILL = 'No code is read yet. Hold it still, a hand’s width away, and in light. Or type below.'

if (part && form && field && 'mediaDevices' in navigator) show({ part, form, field })

interface Parts {
  part: HTMLElement
  form: HTMLFormElement
  field: HTMLInputElement
}

function show({ part, form, field }: Parts) {
  const video = part.querySelector('video')
  const [openButton, closeButton] = ['open', 'close'].map((name) =>
    part.querySelector<HTMLElement>(`[data-camera-${name}]`),
  )
  const status = part.querySelector('[data-camera-said]')
  if (!video || !openButton || !closeButton || !status) return
  let stream: MediaStream | undefined
  let reader: Promise<ReadCode> | undefined
  const since = Date.now()
  part.hidden = false

  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
    video.hidden = closeButton.hidden = true
    openButton.hidden = false
  }

  const fail = (error: unknown) => {
    close()
    sessionStorage.removeItem(IS_OPEN)
    const { name } = error instanceof Error ? error : new Error()
    status.textContent = SENTENCES[name] ?? NO_PICTURE
  }

  const send = (text: string) => {
    close()
    sessionStorage.setItem(LAST, text.slice(-12))
    // Not every phone lets a page vibrate.
    if ('vibrate' in navigator) navigator.vibrate(60)
    status.textContent = 'Read. Looking for the order.'
    field.value = text
    form.requestSubmit()
  }

  /** Whether the ticket is the one that led to this page, which still lies before the camera. */
  const isSame = (text: string) =>
    sessionStorage.getItem(LAST) === text.slice(-12) && Date.now() - since < SAME_MS

  const look = async (read: ReadCode) => {
    const began = Date.now()
    while (stream) {
      const text = await read(video)
      if (text && !isSame(text)) return send(text)
      if (Date.now() - began > HELP_AFTER_MS) status.textContent = HOLD_STILL
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  const open = async () => {
    // The keyboard of a phone would cover the picture.
    field.blur()
    video.muted = true
    openButton.hidden = true
    closeButton.hidden = false
    status.textContent = 'Hold the code of the ticket before the camera.'
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 } },
    })
    video.srcObject = stream
    video.hidden = false
    await video.play()
    sessionStorage.setItem(IS_OPEN, 'yes')
    await look(await (reader ??= openReader(part.dataset['decoder'] ?? '')))
  }

  openButton.addEventListener('click', () => void open().catch(fail))
  closeButton.addEventListener('click', () => {
    close()
    sessionStorage.removeItem(IS_OPEN)
    status.textContent = ''
  })
  addEventListener('pagehide', close)
  if (sessionStorage.getItem(IS_OPEN) === 'yes') void open().catch(fail)
}
