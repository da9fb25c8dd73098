import { type Appearance } from '@stripe/stripe-js'
import { type ElementEvents } from './element-events.ts'
import { type Call, usageError, ProviderError } from './provider-call.ts'

interface HostParts {
  call: Call
  events: ElementEvents
  appearance: Appearance
  /** Styles the Element by the appearance option. */
  sheetsOf: (appearance: Appearance) => CSSStyleSheet[]
  /** Renders the Element, once the provider has responded. */
  show: (root: ShadowRoot) => void
  gone: () => void
}

/**
 * Mounts an Element in an open shadow root, which isolates it from the page's styles and forms
 * without an iframe.
 */
export function createElementHost({ call, events, sheetsOf, show, gone, ...parts }: HostParts) {
  let { appearance } = parts
  let host: HTMLElement | undefined
  let destroyed = false

  const methods = {
    mount(target: string | HTMLElement) {
      const place = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
      if (destroyed) throw usageError('This Element has already been destroyed. Please create a new one.')
      if (!place)
        throw usageError(`The selector you specified (${String(target)}) applies to no DOM elements.`)
      methods.unmount()
      host = document.createElement('div')
      host.className = 'StripeElement'
      host.attachShadow({ mode: 'open', delegatesFocus: true }).adoptedStyleSheets = sheetsOf(appearance)
      place.append(host)
      void load(host)
    },
    unmount() {
      host?.remove()
      host = undefined
    },
    destroy() {
      methods.unmount()
      destroyed = true
      gone()
    },
    restyle(next: Appearance) {
      appearance = next
      if (host?.shadowRoot) host.shadowRoot.adoptedStyleSheets = sheetsOf(appearance)
    },
  }

  /** Calls the provider before rendering, so that the page learns when it cannot be reached. */
  async function load(at: HTMLElement) {
    await Promise.resolve()
    events.emit('loaderstart')
    try {
      await call('GET', 'elements/sessions')
      if (at === host && at.shadowRoot) show(at.shadowRoot)
    } catch (error) {
      if (at !== host) return
      events.emit('loaderror', { error: error instanceof ProviderError ? error.error : error })
    }
  }
  return { ...methods, node: () => host }
}
