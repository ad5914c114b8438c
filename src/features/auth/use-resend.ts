import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import { words } from '#contract/envelope.ts'

/**
 * Counts how often a code was asked for again, and how long to wait before the next time. `most`: resends after the first code
 * (spec §9). Counted anew each time a form opens; the server has limits of its own.
 */
export function useResend(most: number) {
  const [resent, setResent] = useState(0)
  const [until, setUntil] = useState(0)
  const [seconds, setSeconds] = useState(0)

  useEffect(() => {
    const count = () => setSeconds(Math.max(0, Math.ceil((until - Date.now()) / 1_000)))
    count()
    if (until <= Date.now()) return
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [until])

  return {
    /** Until a code may be asked for again; 0: now. */
    seconds,
    /** A code was sent; `after`: in how many seconds the next one may follow. */
    sent: (after: number) => setUntil(Date.now() + after * 1_000),
    /** Whether one more is allowed, and if not, says so in the words of spec §8. */
    mayResend() {
      if (resent >= most) showToast('error', words.tooMany)
      return resent < most
    },
    resent: () => setResent((count) => count + 1),
    reset() {
      setResent(0)
      setUntil(0)
    },
  }
}

export type Resend = ReturnType<typeof useResend>
