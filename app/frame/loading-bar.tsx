import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { FULL_AFTER, LOADING_TICK, loadingTicks, TICKS } from './loading-ticks.ts'

/**
 * A bar that fills over five seconds while an answer is awaited. It is decorative; screen readers
 * get one announcement, and only if it takes longer than that.
 */
export function LoadingBar() {
  const loading = useNavigation().state !== 'idle'
  const elapsed = useElapsed(loading)
  return (
    <>
      <progress
        className="loading-bar"
        hidden={!loading}
        aria-hidden="true"
        max={TICKS}
        value={loadingTicks(elapsed)}
      />
      <p className="vh" role="status">
        {loading && elapsed >= FULL_AFTER ? 'Still loading' : null}
      </p>
    </>
  )
}

/** Milliseconds since `running` became true, in steps of a tick. */
function useElapsed(running: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => {
      setElapsed((before) => before + LOADING_TICK)
    }, LOADING_TICK)
    return () => {
      clearInterval(timer)
      setElapsed(0)
    }
  }, [running])
  return elapsed
}
