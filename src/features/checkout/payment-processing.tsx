import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import css from './payment-processing.module.css'
import type { OpenedPayment } from './payment-window.ts'
import { useClosedWindow } from './use-closed-window.ts'

type Props = {
  /** Where the payment is made, when that is beside this page. */
  opened?: OpenedPayment | null
}

/**
 * Stands before the page while a payment begins, or is made in a window of its own: nothing else can be pressed, and it cannot be
 * closed. A reload does no harm, as the order and its payment go on where they were. Spec §2, checkout screens.
 */
export function PaymentProcessing({ opened = null }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useClosedWindow(opened)
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
        {opened ? 'Finish your payment' : 'Taking you to the payment'}
      </h2>
      <p id="processing-words">
        {opened
          ? 'Please pay in the window that has just opened. This page goes on by itself: do not refresh or close it.'
          : 'Please wait, and do not refresh or close this page.'}
      </p>
      {opened && (
        <div className={css.ways}>
          <Button onClick={opened.window.show}>Show the payment window</Button>
          <Button look="quiet" onClick={opened.window.leaveInstead}>
            Pay on this page instead
          </Button>
        </div>
      )}
    </dialog>
  )
}
