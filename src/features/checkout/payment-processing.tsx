import { useEffect, useRef } from 'react'
import css from './payment-processing.module.css'

/**
 * Stands before the page while a payment begins: nothing else can be pressed, and it cannot be closed. A reload does no harm,
 * as the order and its payment go on where they were. Spec §2, checkout screens.
 */
export function PaymentProcessing() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={css.popup}
      aria-labelledby="processing-title"
      aria-describedby="processing-words"
      // Browsers let a second Escape close what refused the first; this one tells them not to.
      {...{ closedby: 'none' }}
      onCancel={(event) => event.preventDefault()}
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <span className={css.wheel} aria-hidden="true" />
      <h2 id="processing-title" tabIndex={-1}>
        Taking you to the payment
      </h2>
      <p id="processing-words">Please wait, and do not refresh or close this page.</p>
    </dialog>
  )
}
