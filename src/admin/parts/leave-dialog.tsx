import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useRequest } from './dialog-requests.ts'
import { Messages } from './messages.tsx'
import css from './parts.module.css'

/** Asks before unsaved changes are left by a link of the back office. */
export function LeaveDialog({ host }: { host: string }) {
  const settle = useRequest('leave', host)
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog.Root open={settle !== undefined} onOpenChange={(next) => next || settle?.(false)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={`${css.backdrop} ${css.upper}`} forceRender />
        <Dialog.Popup className={`${css.dialog} ${css.upper}`} initialFocus={stay}>
          <Dialog.Title className={css.dialogTitle}>Leave without saving?</Dialog.Title>
          <Dialog.Description>What you have changed on this screen is lost.</Dialog.Description>
          <div className={css.dialogButtons}>
            <Button look="secondary" onClick={() => settle?.(true)}>
              Leave without saving
            </Button>
            <Dialog.Close render={<Button ref={stay}>Stay here</Button>} />
          </div>
          <Messages />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
