type Handler = (event: never) => unknown

/** Registers and calls the listeners of an Element. */
export function createElementEvents(elementType: string) {
  const handlers = new Map<string, Handler[]>()
  const listeners = (type: string) => handlers.get(type) ?? []
  return {
    add(type: string, handler: Handler) {
      handlers.set(type, [...listeners(type), handler])
    },
    /**
     * @param handler The listener to remove; undefined removes all.
     */
    remove(type: string, handler?: Handler) {
      handlers.set(
        type,
        listeners(type).filter((one) => handler !== undefined && one !== handler),
      )
    },
    heard: (type: string) => listeners(type).length > 0,
    emit(type: string, more: object = {}) {
      const event = { elementType, ...more }
      for (const handler of listeners(type)) (handler as (event: unknown) => unknown)(event)
    },
  }
}

export type ElementEvents = ReturnType<typeof createElementEvents>

/** The methods that register a page's listeners on every Element. */
export function createListenerMethods<T>(events: ElementEvents, self: () => T) {
  const methods = {
    on(type: string, handler: Handler) {
      events.add(type, handler)
      return self()
    },
    once(type: string, handler: Handler) {
      const first: Handler = (event) => {
        events.remove(type, first)
        return handler(event)
      }
      return methods.on(type, first)
    },
    off(type: string, handler?: Handler) {
      events.remove(type, handler)
      return self()
    },
  }
  return methods
}
