import type { KeyboardEvent } from 'react'

/** The arrow keys go from the search to the choices and between them; Tab reaches them too. */
export function moveBetweenChoices(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')]
  const at = choices.findIndex((choice) => choice.matches(':focus'))
  const next = at < 0 && step < 0 ? undefined : choices[at + step]
  if (next) {
    event.preventDefault()
    next.focus()
  } else if (at === 0 && step < 0) {
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>('input[type="search"]')?.focus()
  }
}
