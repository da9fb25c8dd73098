{
  let touched = false
  addEventListener('input', () => (touched = true), true)
  /**
   *
   *
   * @param {Event} event
   * @param {string} what
   */
  const retry = (event, what) => {
    if (touched) return
    try {
      if (sessionStorage.getItem('failed') === what) return
      sessionStorage.setItem('failed', what)
      event.preventDefault()
      location.reload()
    } catch {}
  }
  const start = () => document.querySelector('link[rel=modulepreload]')?.getAttribute('href') ?? 'start'
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLScriptElement && target.type === 'module' && !target.src)
        retry(event, start())
    },
    true,
  )
  addEventListener('unhandledrejection', (event) => {
    const message = String(event.reason?.message)
    if (/dynamically imported module|module script failed/i.test(message)) retry(event, message)
  })
  addEventListener('vite:preloadError', (event) => retry(event, String(event.payload?.message)))
}
