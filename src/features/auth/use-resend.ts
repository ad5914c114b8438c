import { useEffect, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import { replyMessages } from '#contract/envelope.ts'

/**
 * Counts resends of a code and the wait before the next one. `most`: resends after the first code (spec §9).
 * Counts from zero each time a form opens; the server has limits of its own.
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
    /** Seconds until a resend is allowed; 0: now. */
    seconds,
    /** A code was sent; `after`: seconds until the next one may follow. */
    sent: (after: number) => setUntil(Date.now() + after * 1_000),
    /** Whether a resend is allowed, and if not, shows the spec's message (§8). */
    mayResend() {
      if (resent >= most) showToast('error', replyMessages.tooMany)
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
