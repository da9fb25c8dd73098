import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'

/** Milliseconds added to the end of the hold, so that it has expired on the service, too. */
const AFTER_MS = 1500

/**
 * Reloads the page's data when the displayed hold ends; the page then says whether the seats are
 * free.
 *
 * @param lastsMs by the server's clock when it answered; undefined or 0 if nothing is held
 */
export function useHoldEnd(lastsMs: number | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    // A browser's timer is limited to 24 days; a hold never lasts that long.
    if (!lastsMs) return undefined
    const timer = setTimeout(revalidate, lastsMs + AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [lastsMs, revalidate])
}
