import { createElement, type ReactElement } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Reply } from '#contract/envelope.ts'
import { askedAge } from '#contract/rules/confirmed-age.ts'

/** The dialog that asks, which the overlays show. */
export const ageQuestion = createStore<{ dialog: ReactElement | null }>(() => ({ dialog: null }))

/**
 * Sends a call again with the age that its refusal asks for, once the shopper has confirmed it; the reply's cookie remembers it for the
 * visit. A shopper who does not gets the refusal. ADR 0033.
 */
export async function withAge<R extends Reply<unknown>>(
  send: (confirmed: { confirmed_age?: number }) => Promise<R>,
): Promise<R> {
  const reply = await send({})
  const age = reply.status === 'error' ? askedAge(reply) : undefined
  if (age === undefined) return reply
  const { AgeDialog } = await import('./age-dialog.tsx')
  const isConfirmed = await new Promise<boolean>((onClose) =>
    ageQuestion.setState({ dialog: createElement(AgeDialog, { age, onClose }) }),
  )
  ageQuestion.setState({ dialog: null })
  return isConfirmed ? send({ confirmed_age: age }) : reply
}
