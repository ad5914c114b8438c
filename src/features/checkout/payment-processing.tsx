import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import css from './payment-processing.module.css'
import type { OpenedPayment } from './payment-window.ts'
import { useClosedWindow } from './use-closed-window.ts'

type Props = {
  /** The popup window of the payment, if there is one. */
  opened?: OpenedPayment | null
}

/**
 * A modal dialog while a payment starts, or is made in a popup window: it blocks the page and cannot be
 * closed. A reload is harmless, because the order and its payment continue. Spec §2, checkout screens.
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
      // Browsers let a second Escape close a dialog that refused the first; `closedby` prevents that.
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
          ? 'Please pay in the window that has just opened. This page continues automatically. Do not refresh or close it.'
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
