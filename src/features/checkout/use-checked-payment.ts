import { useEffect, useState } from 'react'
import { api } from '#client/api.ts'
import type { Order } from '#contract/checkout.ts'
import { navigate } from '#pages/navigate.ts'
import { type PaymentProgress, progressAfter, progressOf } from './payment-status.ts'

/** Seconds between requests: often at first, then seldom, then no more. */
const whileOpen = [2, 2, 3, 4, 5, 8, 10, 15, 20, 30, 30, 60, 60]
const afterFailure = [10, 20, 30, 60, 60]

type Unpaid = Pick<Order, 'order_id' | 'status' | 'payment'> & { token: string }

/**
 * Polls a payment until it is decided. After a failure it polls the order for a while, because a late payment
 * may still place it. Pauses while the page is hidden; `isTired`: polling has ended, and the shopper may
 * check manually.
 */
export function useCheckedPayment({ order_id, token, status, payment }: Unpaid) {
  const [progress, setProgress] = useState<PaymentProgress>(() => progressOf({ status, payment }))
  const [isTired, setIsTired] = useState(false)
  const [round, setRound] = useState(0)
  const payment_id = payment?.payment_id
  const { stage } = progress

  useEffect(() => {
    if (!payment_id || stage === 'returned') return
    const stopped = new AbortController()
    const { signal } = stopped
    const isFailed = stage === 'failed'
    const ask = isFailed ? () => lookAgain({ order_id, token }) : () => check({ order_id, token, payment_id })
    void keepAsking(ask, { pauses: isFailed ? afterFailure : whileOpen, signal, onAnswer: setProgress }).then(
      (isThrough) => isThrough && setIsTired(true),
    )
    return () => stopped.abort()
  }, [order_id, token, payment_id, stage === 'failed', stage === 'returned', round])

  const askAgain = () => {
    setIsTired(false)
    setRound((before) => before + 1)
  }
  return { progress, isTired, askAgain }
}

type Answer = ReturnType<typeof progressAfter>
type Asking = {
  pauses: readonly number[]
  signal: AbortSignal
  onAnswer: (progress: PaymentProgress) => void
}

/** Resolves with true after the last request, unless it was stopped. */
async function keepAsking(ask: () => Promise<Answer>, { pauses, signal, onAnswer }: Asking) {
  for (const pause of pauses) {
    await untilVisible(signal)
    const answer = await ask()
    if (signal.aborted) return false
    if (answer?.stage === 'paid') {
      navigate(answer.redirect, { replace: true })
      return false
    }
    if (answer) onAnswer(answer)
    await wait(pause * 1_000, signal)
    if (signal.aborted) return false
  }
  return true
}

/** The gateway's status. */
async function check(payment: { order_id: number; token: string; payment_id: string }): Promise<Answer> {
  return progressAfter(await api.checkout.completePayment(payment, { silent: true }))
}

/** The shop's own status: the gateway has already reported its result. */
async function lookAgain({ order_id, token }: { order_id: number; token: string }): Promise<Answer> {
  const reply = await api.checkout.complete({ order_id, token }, { silent: true })
  if (reply.status === 'error') return undefined
  const { can_pay, payment_method } = reply.data
  if (can_pay || reply.data.status === 'cancelled') return progressOf(reply.data)
  const query = new URLSearchParams({ order_id: String(order_id), token, type: payment_method.code })
  return { stage: 'paid', redirect: `/checkout-complete?${query}` }
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const untilVisible = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (!document.hidden) return resolve()
    const look = () => {
      if (!document.hidden) done()
    }
    const done = () => {
      document.removeEventListener('visibilitychange', look)
      resolve()
    }
    document.addEventListener('visibilitychange', look)
    signal.addEventListener('abort', done)
  })
